import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measuredFigure, readFigures, withFigures } from '../../build/benchmark-figures.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8');

test('the tables show the recorded figures (npm run generate:benchmarks)', () => {
  expect(withFigures(document, readFigures())).toBe(document);
});

test('notes have at most two lines', () => {
  for (const { note = '' } of readFigures()) expect(note.length, note).toBeLessThanOrEqual(240);
});

test('a topic without figures, and figures without a table, are errors', () => {
  expect(() => withFigures('<!-- figures: Rain -->\n<!-- end of figures -->', [])).toThrow('Rain');
  expect(() => withFigures('', readFigures())).toThrow('Accuracy');
});

test('a benchmark records number and unit of a figure', () => {
  expect(measuredFigure('median', '12.5 ms', '50 ms')).toMatchObject({ value: 12.5, unit: 'ms', target: '50 ms' });
  expect(measuredFigure('recall', '0.98')).toMatchObject({ value: 0.98, unit: null, target: null });
  expect(measuredFigure('found', '3 of 4')).toMatchObject({ measured: '3 of 4', value: null, unit: null });
});
