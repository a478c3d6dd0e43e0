import { expect, test } from 'vitest';
import { SYNC_BANDS, type SyncFeatures } from '../../../src/core/sync/features.ts';
import { agreesThroughout } from '../../../src/core/sync/onset-agreement.ts';
import { seededRandom } from '../../fixtures/random.ts';

/** @param onset value at a frame */
function features(frames: number, onset: (frame: number) => number): SyncFeatures {
  const onsets = new Int8Array(frames * SYNC_BANDS);
  for (let band = 0; band < SYNC_BANDS; band++) {
    for (let frame = 0; frame < frames; frame++) onsets[band * frames + frame] = onset(frame);
  }
  return { frames, onsets, samples: 0, signs: new Uint8Array() };
}

const FRAMES = 60_000;
const random = seededRandom(1);
const scene = Int8Array.from({ length: 2 * FRAMES }, () => 60 * random() - 30);
const whole = features(FRAMES, (frame) => scene[frame]!);

test('clocks that drift apart agree to the end', () => {
  const slow = features(FRAMES - 2000, (frame) => scene[Math.round(1000 + frame * 1.0003)]!);
  expect(agreesThroughout(whole, slow, { offset: 10, driftPpm: 300 })).toBe(true);
  expect(agreesThroughout(whole, slow, { offset: 10, driftPpm: 0 })).toBe(false);
});

test('a part that two recordings have in common is not enough, whichever starts first', () => {
  const shared = (from: number, to: number) =>
    features(FRAMES, (frame) => scene[frame >= from && frame < to ? frame : FRAMES + frame]!);
  expect(agreesThroughout(whole, shared(0, 0.8 * FRAMES), { offset: 0, driftPpm: 0 })).toBe(true);
  expect(agreesThroughout(whole, shared(0, 0.3 * FRAMES), { offset: 0, driftPpm: 0 })).toBe(false);
  expect(agreesThroughout(shared(0.2 * FRAMES, FRAMES), whole, { offset: 0, driftPpm: 0 })).toBe(true);
});
