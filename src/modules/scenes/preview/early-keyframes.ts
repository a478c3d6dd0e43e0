import type { FrameGroup } from '../../../media/preview/frame-index.ts';

/** Share of the longest groups that are equally long, from which on the encoder ends groups exactly at its limit. */
const EXACT_SHARE = 0.8;

/**
 * Frames from which on a group has its full length. Encoders end a group at the limit, or before a run of B-frames that
 * would go beyond it. Pure.
 */
export function regularFrames(groups: readonly FrameGroup[]): number {
  let longest = 0;
  let longestRun = 0;
  for (const { frames } of groups) {
    longest = Math.max(longest, frames.length);
    let run = 0;
    for (const { isReordered } of frames) {
      run = isReordered ? run + 1 : 0;
      longestRun = Math.max(longestRun, run);
    }
  }
  const full = groups.filter(({ frames }) => frames.length >= longest - longestRun);
  const exact = full.filter(({ frames }) => frames.length === longest);
  return exact.length >= EXACT_SHARE * full.length ? longest : longest - longestRun;
}

/** Whether the key frame after a group was placed before it had to be, as encoders do at cuts. Pure. */
export function isEarlyKey({ frames }: FrameGroup, regular: number): boolean {
  return frames.length < regular;
}
