import { expect, test } from 'vitest';
import { MEANINGFUL_TEXTS, MEANINGLESS_TEXTS } from '../../../src/server/embeddings/calibration-texts.ts';
import { frameCalibration } from '../../../src/server/frames/frame-calibration.ts';
import { MIN_FRAME_NEARNESS } from '../../../src/server/frames/frame-search.ts';
import { seededRandom } from '../../fixtures/random.ts';

const DIMENSION = 64;
const random = seededRandom(7);

/** Direction with normally distributed noise around a base, as a unit vector. */
function near(base: readonly number[], noise: number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSION }, (_, i) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return (base[i] ?? 0) + noise * normal;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/**
 * Texts share the first direction, frames the second one, and meaningless texts the third: a gap between words and
 * pictures.
 */
const calibration = frameCalibration({
  model: 'toy@1',
  dimension: DIMENSION,
  vectors: [...MEANINGFUL_TEXTS.map(() => near([1], 0.12)), ...MEANINGLESS_TEXTS.map(() => near([1, 0, 0.9], 0.12))],
});
const nearness = (query: Float32Array, frame: Float32Array) => calibration.calibrate(query)(frame, dot(query, frame));

test('counts what describes a frame better than other texts, however near all of them are', () => {
  const query = near([1, 0, 0, 0.8], 0.05);
  for (const gap of [0, 0.6]) {
    // Some frames are near any text; their cosines are higher, and mean the same.
    const shown = near([gap, 1, 0, 0.8], 0.05);
    const others = Array.from({ length: 50 }, () => near([gap, 1], 0.12));
    expect(nearness(query, shown)).toBeGreaterThan(MIN_FRAME_NEARNESS.clear);
    const hits = others.filter((frame) => nearness(query, frame) >= MIN_FRAME_NEARNESS.weak);
    expect(hits.length).toBeLessThanOrEqual(2);
  }
});

test('meaningless text finds nothing that other meaningless text would find as well', () => {
  const frames = Array.from({ length: 200 }, () => near([0.4, 1, 0.5], 0.12));
  const found = frames.filter((frame) => nearness(near([1, 0, 0.9], 0.12), frame) >= MIN_FRAME_NEARNESS.clear);
  expect(found).toHaveLength(0);
});
