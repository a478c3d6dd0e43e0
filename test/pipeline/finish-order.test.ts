import { expect, it } from 'vitest';
import { finishOrder } from '../../src/pipeline/finish-order.ts';

const names = (runners: Parameters<typeof finishOrder>[0]) => finishOrder(runners).map(({ name }) => name);

it('finishes a lagging module, and those that read it, after the others', () => {
  expect(
    names([{ name: 'transcription', workedUntil: 3 }, { name: 'scenes' }, { name: 'summary' }, { name: 'ocr' }]),
  ).toEqual(['scenes', 'ocr', 'transcription', 'summary']);
});

it('keeps the order of modules that lag behind in nothing', () => {
  expect(names([{ name: 'scenes' }, { name: 'ocr' }, { name: 'logos' }])).toEqual(['scenes', 'ocr', 'logos']);
});
