import { expect, test } from 'vitest';
import { dropBlends } from '../../../src/modules/ocr/blends.ts';
import type { TextLine } from '../../../src/modules/ocr/text-line.ts';

const line = (text: string, start: number, end: number, x = 0.2): TextLine => ({
  text,
  confidence: 0.98,
  start,
  end,
  places: [{ time: start, box: { x, y: 0.2, width: 0.5, height: 0.1 } }],
  stillTime: null,
});
const timesOf = (lines: readonly TextLine[]) =>
  dropBlends(lines).map(({ text, start, end }) => `${text} ${start}-${end}`);

test('a title read on top of the one that it replaces is dropped', () => {
  const [before, after] = [line('Internal Deformation', 8, 18), line('Basal Sliding', 18.1, 28)];
  expect(timesOf([before, line('Inte Basal Sliding ion', 18, 18.1), after])).toEqual([
    'Internal Deformation 8-18',
    'Basal Sliding 18-28',
  ]);
  expect(timesOf([before, line('Internal Deformation Sl', 18, 18.1), after])).toEqual([
    'Internal Deformation 8-18.1',
    'Basal Sliding 18.1-28',
  ]);
});

test('other texts stay', () => {
  const [before, after] = [line('Internal Deformation', 8, 18), line('Basal Sliding', 18.1, 28)];
  const kept = (middle: TextLine, last = after) => dropBlends([before, middle, last]).includes(middle);
  // It stands long enough to be read, elsewhere, has neither text, or is followed by nothing.
  expect(kept(line('Two Basal Sliding', 18, 20), line('Basal Sliding', 20, 28))).toBe(true);
  expect(kept(line('Two Basal Sliding', 18, 18.1, 0.75))).toBe(true);
  expect(kept(line('Two Kinds of Motion', 18, 18.1))).toBe(true);
  expect(kept(line('Two Basal Sliding', 18, 18.1), line('Basal Sliding', 25, 28))).toBe(true);
});
