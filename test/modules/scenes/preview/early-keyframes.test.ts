import { describe, expect, it } from 'vitest';
import type { CodedFrame, FrameGroup } from '../../../../src/media/preview/frame-index.ts';
import { isEarlyKey, regularFrames } from '../../../../src/modules/scenes/preview/early-keyframes.ts';

/** A group of a key frame and `count` frames, every fourth of them a P-frame. */
function group(count: number): FrameGroup {
  const frame = (index: number): CodedFrame => {
    const isReordered = index % 4 !== 0;
    return { time: index / 25, pts: BigInt(index), sizeBytes: 100, isKey: index === 0, isReordered };
  };
  const [key, ...frames] = Array.from({ length: count + 1 }, (_, index) => frame(index));
  return { key: key!, frames, end: (count + 1) / 25 };
}

describe('isEarlyKey', () => {
  it('tells a key frame that was placed at a cut from one at the limit, or before B-frames that would go beyond it', () => {
    const groups = [group(249), group(248), group(120), group(249)];
    const regular = regularFrames(groups);
    expect(groups.map((one) => isEarlyKey(one, regular))).toEqual([false, false, true, false]);
  });

  it('takes each shorter group for early if nearly all have one length', () => {
    const groups = [...Array.from({ length: 9 }, () => group(249)), group(248)];
    const regular = regularFrames(groups);
    expect(groups.filter((one) => isEarlyKey(one, regular))).toEqual([group(248)]);
  });

  it('takes no key frame of equal groups for early', () => {
    const groups = [group(49), group(49)];
    expect(groups.some((one) => isEarlyKey(one, regularFrames(groups)))).toBe(false);
  });
});
