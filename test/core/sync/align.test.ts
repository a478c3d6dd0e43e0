import { expect, test } from 'vitest';
import { type MatchedPair, placeRecordings } from '../../../src/core/sync/align.ts';
import { SYNC_BANDS, type SyncFeatures } from '../../../src/core/sync/features.ts';
import { fitLine } from '../../../src/core/sync/fit-line.ts';

const silent = (seconds: number): SyncFeatures => ({
  frames: seconds * 100,
  onsets: new Int8Array(seconds * 100 * SYNC_BANDS),
  samples: 0,
  signs: new Uint8Array(),
});
const pair = (first: number, second: number, offset: number, confidence: number, driftPpm = 0): MatchedPair => ({
  first,
  second,
  match: { offset, driftPpm, confidence },
});
const rounded = (value: number | undefined) => Math.round((value ?? Number.NaN) * 1000) / 1000;

test('Recordings are placed on the clock of the longest, from the start of the earliest on', () => {
  const recordings = [silent(60), silent(100), silent(30), silent(20)];
  // The third is related to the first only, and the fourth to none.
  const placed = placeRecordings(recordings, [pair(0, 1, 10, 0.9), pair(0, 2, -5, 0.8)]);
  expect(placed.map((place) => place && rounded(place.offset))).toEqual([5, 15, 0, null]);
  expect(placed[2]?.confidence).toBe(0.8);
});

test('Drift adds up along the way', () => {
  const [, , third] = placeRecordings(
    [silent(3600), silent(100), silent(100)],
    [pair(0, 1, 1000, 0.9, 40), pair(1, 2, 500, 0.9, -10)],
  );
  expect(rounded(third?.offset)).toBe(1500.02);
  expect(rounded(third?.driftPpm)).toBe(30);
});

test('A circle that contradicts halves the confidence of the one in doubt', () => {
  const agreeing = [pair(0, 1, 1, 0.99), pair(1, 2, 1, 0.9), pair(0, 2, 2.01, 0.7)];
  expect(placeRecordings([silent(60), silent(50), silent(40)], agreeing)[2]?.confidence).toBe(0.9);
  const contradicting = agreeing.with(2, pair(0, 2, 7, 0.7));
  const placed = placeRecordings([silent(60), silent(50), silent(40)], contradicting);
  expect(rounded(placed[2]?.offset)).toBe(2);
  expect(placed[2]?.confidence).toBe(0.45);
});

test('The larger group is the event, and nothing is placed without a match', () => {
  const pairs = [pair(0, 1, 3, 1), pair(2, 3, 1, 0.6), pair(3, 4, 1, 0.6)];
  const placed = placeRecordings(
    [1, 2, 3, 4, 5].map((n) => silent(n * 10)),
    pairs,
  );
  expect(placed.map((place) => place !== null)).toEqual([false, false, true, true, true]);
  expect(placeRecordings([silent(9), silent(9)], [])).toEqual([null, null]);
});

test('One match does not join two groups whose other recordings ran at once', () => {
  // Two events of three recordings each, whose sound is the same for a sentence.
  const recordings = Array.from({ length: 6 }, () => silent(60));
  const ours = [pair(0, 1, 1, 0.99), pair(1, 2, 1, 0.99), pair(0, 2, 2, 0.99)];
  const theirs = [pair(3, 4, 3, 0.98), pair(4, 5, 1, 0.98), pair(5, 3, -4, 0.98)];
  const isPlaced = (bridges: MatchedPair[]) =>
    placeRecordings(recordings, [...ours, ...theirs, ...bridges]).map((place) => place !== null);
  const apart = [true, true, true, false, false, false];
  expect(isPlaced([pair(0, 3, 20, 0.97)])).toEqual(apart);
  // Nor several that mean different offsets.
  expect(isPlaced([pair(0, 3, 20, 0.97), pair(1, 4, -5, 0.97), pair(5, 2, 9, 0.97)])).toEqual(apart);
  // Nor one whose short overlap is the longest that agrees.
  expect(isPlaced([pair(0, 3, 58, 0.97)])).toEqual(apart);
  // Matches that agree over half of the time do, in either order of a pair.
  const bridges = [pair(0, 3, 20, 0.7), pair(1, 4, 22, 0.7), pair(5, 2, -22, 0.7), pair(0, 4, 23, 0.7)];
  expect(isPlaced([...bridges, pair(3, 1, -19, 0.7)])).toEqual(apart.map(() => true));
  // Nor do the ends of all, in which both have one sentence.
  const ends = [pair(0, 3, 56, 1), pair(0, 4, 59, 1), pair(1, 3, 55, 1), pair(2, 3, 54, 1)];
  expect(isPlaced(ends)).toEqual(apart);
  // A single match does where no others run at once, and where it is long.
  const chain = [pair(0, 1, 40, 0.99), pair(2, 3, 40, 0.98), pair(1, 2, 50, 0.7)];
  expect(placeRecordings(recordings, chain).slice(0, 4)).not.toContain(null);
});

test('A long match outweighs a short one that is exact', () => {
  // The second recording belongs to the first; a sentence of the third is also in it.
  const pairs = [pair(1, 2, 56, 1), pair(0, 1, 5, 0.8), pair(0, 2, 20, 0.7)];
  const placed = placeRecordings([silent(60), silent(60), silent(60)], pairs);
  expect(placed.map((place) => rounded(place?.offset))).toEqual([0, 5, 20]);
});

test('A line ignores a third of wrong points, and has no slope on a short span', () => {
  const points = Array.from({ length: 9 }, (_, i) => ({ at: i * 100, lag: i % 3 === 1 ? 0 : 5 + i * 0.004 }));
  const { value, slope, inliers } = fitLine(points, 120);
  expect([rounded(value), Math.round(slope * 1e6), inliers]).toEqual([5, 40, 6]);
  expect(fitLine(points.slice(0, 1), 120)).toEqual({ value: 5, slope: 0, inliers: 1 });
  expect(fitLine(points, 10_000).slope).toBe(0);
});
