import { describe, expect, it } from 'vitest';
import type { CodedFrame } from '../../../../src/media/preview/frame-index.ts';
import { sizeEvidence } from '../../../../src/modules/scenes/preview/size-peaks.ts';

const KEY_BYTES = 10_000;

function framesOf(sizes: readonly number[]): CodedFrame[] {
  return sizes.map((sizeBytes, i) => {
    const time = (i + 1) / 25;
    return { time, pts: BigInt(i + 1), sizeBytes, isKey: false, isReordered: false };
  });
}

describe('sizeEvidence', () => {
  it('finds the frame that begins a shot, which stands out', () => {
    const { peaks, isComplete } = sizeEvidence(framesOf([500, 500, 500, 500, 8000, 500, 500, 500]), KEY_BYTES);
    expect(peaks.map(({ time, isSteep }) => [time, isSteep])).toEqual([[5 / 25, true]]);
    expect(isComplete).toBe(true);
  });

  it('finds a small frame among much smaller ones, as of a title, but does not take it for proof', () => {
    const { peaks } = sizeEvidence(framesOf([20, 20, 20, 20, 600, 20, 20, 20]), KEY_BYTES);
    expect(peaks.map(({ isSteep }) => isSteep)).toEqual([false]);
  });

  it('says that large frames could hide a cut', () => {
    const sizes = [4000, 4100, 3900, 4000, 4500, 4200, 3900, 4000];
    const { peaks, isComplete } = sizeEvidence(framesOf(sizes), KEY_BYTES);
    expect(peaks.some(({ isSteep }) => isSteep)).toBe(false);
    expect(isComplete).toBe(false);
  });
});
