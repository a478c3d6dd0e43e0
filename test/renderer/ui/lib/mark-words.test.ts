import { describe, expect, test } from 'vitest';
import { filterFindings, filterWords, NO_FILTER } from '../../../../src/renderer/features/video/findings/filter.ts';
import { markWords, type Piece, wordsOf } from '../../../../src/renderer/ui/lib/mark-words.ts';
import { segment } from '../../features/video/segment.ts';

const show = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text)).join('');

describe('marks words and their forms', () => {
  test.each([
    ['A red bike', 'bike', 'A red [bike]'],
    ['Two Bikes and biking', 'bike', 'Two [Bikes] and [biking]'],
    ['a carpet, a car', 'car', 'a carpet, a [car]'],
    ['Café NOIR', 'cafe noir', '[Café] [NOIR]'],
    ['<b>taxi</b>', '"taxi" -bus', '<b>[taxi]</b>'],
    ['日本 taxi', '日本', '[日本] taxi'],
    ['nothing', '', 'nothing'],
  ])('%j for %j', (text, query, expected) => {
    expect(show(markWords(text, wordsOf(query)))).toBe(expected);
  });
});

describe('marks parts of words', () => {
  test.each([
    ['a (b) c', '(B)', 'a [(b)] c'],
    ['Le Café rouge', 'cafe', 'Le [Café] rouge'],
    ['Le Cafe\u0301 rouge', 'CAFÉ', 'Le [Cafe\u0301] rouge'],
    ['Hauptstraße 5', 'STRASSE', 'Haupt[straße] 5'],
    ['bicycle', 'bi cyc', '[bicyc]le'],
    ['aaa', 'aa a', '[aaa]'],
    ['nothing', ' ', 'nothing'],
  ])('%j for %j', (text, query, expected) => {
    const pieces = markWords(text, filterWords(query), 'parts');
    expect(show(pieces)).toBe(expected);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  test('a finding that passes the filter shows why', () => {
    const found = segment(0, 1, 'Größe und Crème brûlée', 'ocr');
    for (const text of ['creme', 'BRULEE', 'grosse', 'größe']) {
      const passes = filterFindings([found], { ...NO_FILTER, text }).length === 1;
      const marks = markWords(found.content, filterWords(text), 'parts').some((piece) => piece.isMarked);
      expect([text, marks]).toEqual([text, passes]);
    }
  });
});
