import { describe, expect, it } from 'vitest';
import { StillSampler } from '../../src/media/still-sampler.ts';

const flat = (value: number) => ({ luma: new Uint8Array(160 * 90).fill(value) });

/** Times at which the sampler requests a still of a 25 fps video whose luma is given by `at`. */
function stills(interval: number, seconds: number, at: (time: number) => number): number[] {
  const sampler = new StillSampler(interval);
  const times = Array.from({ length: seconds * 25 }, (_, i) => i / 25);
  return times.filter((time) => sampler.wants(time, flat(at(time)), false));
}

describe('StillSampler', () => {
  it('samples the first frame, then one per interval', () => {
    expect(stills(0.5, 2, () => 100)).toEqual([0, 0.52, 1.04, 1.56]);
    expect(stills(0.4, 2, () => 100)).toEqual([0, 0.4, 0.8, 1.2, 1.6]);
  });

  it('samples a new frame as soon as it is steady', () => {
    expect(stills(10, 2, (time) => (time < 1 ? 50 : 200))).toEqual([0, 1.04]);
  });

  it('waits while the frame is moving', () => {
    expect(stills(10, 2, (time) => Math.min(200, 50 + time * 250))).toEqual([0, 0.64]);
  });

  it('samples a frame that a consumer requests', () => {
    const sampler = new StillSampler(10);
    expect(sampler.wants(0, flat(1), false)).toBe(true);
    expect(sampler.wants(0.04, flat(1), false)).toBe(false);
    expect(sampler.wants(0.08, flat(1), true)).toBe(true);
  });
});
