import { expect, test } from 'vitest';
import { evidenceOf } from '../../../../../src/renderer/features/video/findings/parse-evidence.ts';

test('evidence is taken as logos writes it, and nothing else', () => {
  const reference = { kind: 'reference', time: 4, confidence: 0.9 };
  const text = { kind: 'text', time: 4, confidence: 0.9, text: 'ACME' };
  expect(evidenceOf([reference, text])).toEqual([reference, text]);
  const odd = [
    null,
    'x',
    { kind: 'text', time: 4, confidence: 1 },
    { kind: 'oracle', time: 4, confidence: 1 },
    { kind: 'model' },
  ];
  expect(evidenceOf(odd)).toEqual([]);
  expect(evidenceOf(undefined)).toEqual([]);
});
