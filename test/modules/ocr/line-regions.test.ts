import { expect, test } from 'vitest';
import { extendToCharacters } from '../../../src/modules/ocr/line-regions.ts';

const rect = (left: number, right: number, cy = 100, height = 40) => {
  return { cx: (left + right) / 2, cy, width: right - left, height, cos: 1, sin: 0 };
};

test('extends a line to a cut character beside it', () => {
  const [line, ...rest] = extendToCharacters([rect(80, 234), rect(243, 250, 102, 8)]);
  expect(rest).toEqual([]);
  expect(line!.cx - line!.width / 2).toBe(80);
  expect(line!.cx + line!.width / 2).toBeGreaterThan(260);
});

test('keeps words, distant characters, and other rows separate', () => {
  const line = rect(80, 234);
  for (const other of [rect(250, 340), rect(300, 310, 102, 8), rect(243, 250, 150, 8), rect(150, 160, 100, 8)]) {
    expect(extendToCharacters([line, other])).toHaveLength(2);
  }
});

test('assigns a character between two lines to the nearer one', () => {
  const lines = extendToCharacters([rect(80, 234), rect(240, 260, 100, 30), rect(285, 400)]);
  expect(lines.map(({ cx, width }) => Math.round(cx + width / 2)).sort((a, b) => a - b)).toEqual([270, 400]);
});
