import { expect, test } from 'vitest';
import { parseEvidence } from '../../../../../src/renderer/features/video/findings/parse-evidence.ts';

test('parses evidence in the form that logos writes, and rejects anything else', () => {
  const reference = { kind: 'reference', time: 4, confidence: 0.9 };
  const text = { kind: 'text', time: 4, confidence: 0.9, text: 'ACME' };
  expect(parseEvidence([reference, text])).toEqual([reference, text]);
  const odd = [
    null,
    'x',
    { kind: 'text', time: 4, confidence: 1 },
    { kind: 'oracle', time: 4, confidence: 1 },
    { kind: 'model' },
  ];
  expect(parseEvidence(odd)).toEqual([]);
  expect(parseEvidence(undefined)).toEqual([]);
});
