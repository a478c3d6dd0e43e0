import { expect, test } from 'vitest';
import { SIGNS_PER_SECOND } from '../../../src/core/sync/features.ts';
import { correlateSigns } from '../../../src/core/sync/sign-correlation.ts';
import { seededRandom } from '../../fixtures/random.ts';

/** Four seconds of random signs, packed. */
const random = seededRandom(5);
const SIGNS = Uint8Array.from({ length: (4 * SIGNS_PER_SECOND) / 8 }, () => Math.floor(256 * random()));
const recording = (startSeconds: number, seconds: number) => {
  const [start, length] = [startSeconds, seconds].map((value) => (value * SIGNS_PER_SECOND) / 8) as [number, number];
  return { frames: 0, onsets: new Int8Array(), samples: 8 * length, signs: SIGNS.slice(start, start + length) };
};

test.each([
  [0, 1.5, 1.5],
  [1.5, 0, -1.5],
  [1, 1, 0],
])('recordings that start %f and %f seconds into a scene are %f seconds apart', (first, second, lag) => {
  const [best, next] = correlateSigns(recording(first, 2.5), recording(second, 2.5));
  expect(best!.lag).toBe(lag);
  expect(best!.score).toBeGreaterThan(5 * (next?.score ?? 0));
});

test('recordings of different scenes have no lag that stands out', () => {
  const [best] = correlateSigns(recording(0, 1.5), recording(2, 1.5));
  expect(best?.score ?? 0).toBeLessThan(10);
});
