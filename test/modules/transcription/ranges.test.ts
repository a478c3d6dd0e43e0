import { expect, test } from 'vitest';
import { SpeechRanges } from '../../../src/modules/transcription/ranges.ts';

/** Frames of the detector per second: it takes 512 of 16,000 samples at a time. */
const FRAMES = 16_000 / 512;

/** Borders of the ranges, in seconds, for stretches of speech (in turn with silence) of these lengths in seconds. */
function rangesOf(...stretches: readonly number[]): [from: number, to: number][] {
  const ranges = new SpeechRanges();
  const probabilities = stretches.flatMap((seconds, i) =>
    Array(Math.round(seconds * FRAMES)).fill(i % 2 === 0 ? 0.9 : 0),
  );
  return [...ranges.push(Float32Array.from(probabilities)), ...ranges.flush()].map(({ start, end }) => [
    Number((start / 16_000).toFixed(1)),
    Number((end / 16_000).toFixed(1)),
  ]);
}

test('ends the first range with a breath after five seconds, and never within a word', () => {
  // The stop of a consonant, a breath too early, and the first one behind five seconds.
  expect(rangesOf(3, 0.25, 3, 0.1, 2, 0.25, 4)).toEqual([
    [0, 8.5],
    [8.5, 12.9],
  ]);
  expect(rangesOf(12, 1, 3)).toEqual([
    [0, 12.3],
    [12.7, 16.3],
  ]);
});

test('cuts continuous speech in the longest pause of its last third', () => {
  const [first, second] = rangesOf(2, 1, 18, 0.15, 4, 0.3, 10);
  expect(first).toEqual([0, 2.3]);
  expect(second![1]).toBeCloseTo(25.3, 0);
});

test('makes no range of the rest of a pause in which speech was cut', () => {
  expect(rangesOf(25.7, 1)).toEqual([[0, 25.8]]);
});
