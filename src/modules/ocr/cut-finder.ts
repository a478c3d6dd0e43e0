import type { LumaFrame } from '../../media/frames.ts';

/** Luma levels (0..255) by which a pixel differs in another picture, and not by noise or compression. */
const CHANGED_LEVEL = 20;
/**
 * Share of the pixels that differ from the frame before at a cut, and its ratio to the frames before: a moving camera
 * changes as many in each.
 */
const CUT_SHARE = 0.4;
const CUT_RATIO = 2.5;

/** Finds hard cuts from frame to frame. */
export class CutFinder {
  #before: Uint8Array | null = null;
  #usual = 0;
  #cut: number | null = null;

  add({ time, luma }: Pick<LumaFrame, 'time' | 'luma'>): void {
    const before = this.#before;
    this.#before = Uint8Array.from(luma);
    if (before?.length !== luma.length) return;
    const share = changedShare(before, luma);
    if (share >= CUT_SHARE && share >= CUT_RATIO * this.#usual) this.#cut = time;
    this.#usual = share;
  }

  /** Time of the first frame after the last cut since the previous call; null if there was none. */
  take(): number | null {
    const cut = this.#cut;
    this.#cut = null;
    return cut;
  }
}

function changedShare(before: Uint8Array, after: Uint8Array): number {
  let changed = 0;
  for (let i = 0; i < after.length; i++) if (Math.abs(after[i]! - before[i]!) > CHANGED_LEVEL) changed++;
  return changed / after.length;
}
