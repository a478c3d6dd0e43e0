import { expect, test } from 'vitest';
import type { PairSimilarity } from '../../../../src/server/visual/appearances/pair-similarity.ts';
import { endOf, type Matched, startOf } from '../../../../src/server/visual/appearances/passage-ends.ts';

const OFFSET = -17_320;
const seen = (timeMs: number, isMatched: boolean) => ({ timeMs, isMatched, similarity: isMatched ? 0.9 : 0.2 });
const similarity = (own: number[], other: number[]) => ({ cuts: { own, other } }) as unknown as PairSimilarity;
const run: Matched = {
  sightings: [seen(21_876, true), seen(22_120, true), seen(29_600, true)],
  before: seen(20_680, false),
  after: seen(30_440, false),
};
const track = { timesMs: [], vectors: [], cutsMs: [], durationMs: 60_000 };

test('a passage starts and ends at the cut of the copy, not at one of the original nearby', () => {
  // The picture of the original at 4.556 s is alike, although the copy begins at its 4.72 s; its own shot begins at 4
  // s.
  const pair = similarity([22_040, 30_040], [4000, 13_000]);
  expect(startOf(pair, run, OFFSET)).toBe(22_040);
  expect(endOf(track, track, pair, run, OFFSET)).toBe(30_040);
});

test('without a cut, it starts and ends between the pictures', () => {
  const pair = similarity([], []);
  expect(startOf(pair, run, OFFSET)).toBe(21_626);
  expect(endOf(track, track, pair, run, OFFSET)).toBe(30_190);
  // With the file where nothing is before or after it.
  const whole = { ...run, before: undefined, after: undefined };
  expect(startOf(pair, whole, OFFSET)).toBe(17_320);
  expect(endOf(track, track, pair, whole, OFFSET)).toBe(60_000);
});
