import { expect, test } from 'vitest';
import { decodeCtc } from '../../../src/models/ocr/ctc.ts';

const ALPHABET = ['a', 'b', 'c', ' '];

/**
 * One step per entry: the winning class (`_` = blank) and its probability; the rest is distributed evenly, or assigned
 * to a space.
 */
function steps(...entries: [string, number, number?][]): Float32Array {
  return Float32Array.from(
    entries.flatMap(([character, probability, space = 0]) => {
      const row = [0, 0, 0, 0, space];
      row[character === '_' ? 0 : ALPHABET.indexOf(character) + 1]! += probability;
      return row;
    }),
  );
}

test('collapses repeats unless a blank separates them', () => {
  const output = steps(['a', 0.9], ['a', 0.8], ['_', 0.9], ['a', 0.7], ['b', 0.6]);
  const reading = decodeCtc(output, 5, ALPHABET);
  expect(reading.text).toBe('aab');
  expect(reading.characters.map((p) => Number(p.toFixed(2)))).toEqual([0.9, 0.7, 0.6]);
  expect(reading.confidence).toBeCloseTo((0.9 + 0.7 + 0.6) / 3);
});

test('inserts a space in a gap in which it is likely, even if a blank wins', () => {
  expect(decodeCtc(steps(['a', 0.9], ['_', 0.8, 0.15], ['b', 0.9]), 3, ALPHABET).text).toBe('a b');
  expect(decodeCtc(steps(['a', 0.9], ['_', 0.97, 0.02], ['b', 0.9]), 3, ALPHABET).text).toBe('ab');
});

test('writes one space per gap, none at the edges, and excludes spaces from the confidence', () => {
  const reading = decodeCtc(steps([' ', 0.9], ['a', 1], [' ', 0.5], [' ', 0.5], ['b', 1], [' ', 0.9]), 6, ALPHABET);
  expect(reading.text).toBe('a b');
  expect(reading.confidence).toBe(1);
});

test('returns no text for blanks only', () => {
  expect(decodeCtc(steps(['_', 1], ['_', 1]), 2, ALPHABET)).toMatchObject({ text: '', confidence: 0, characters: [] });
});

test('returns positions, and the probabilities of lookalikes', () => {
  const alphabet = ['R', 'o', '0', ' '];
  const rows = [
    [0, 0.9, 0.1, 0, 0],
    [0.9, 0, 0, 0.1, 0],
    [0, 0, 0.2, 0.7, 0.1],
    [1, 0, 0, 0, 0],
  ];
  const { text, positions, lookalikes } = decodeCtc(Float32Array.from(rows.flat()), 4, alphabet);
  expect(text).toBe('R 0');
  expect(positions).toEqual([0.125, 0.375, 0.625]);
  expect(lookalikes).toEqual([undefined, undefined, { o: expect.closeTo(0.2, 5) }]);
});
