import type { FrameSummary } from '../frames/frame-summary.ts';
import { estimateShift } from '../frames/global-motion.ts';
import { type Alignment, align } from './alignment.ts';
import { edgesOf } from './frame-edges.ts';
import { type Parameters, STILL } from './parameters.ts';

/** Motion of a whole frame between two instants, in the coded frame. */
export interface FrameMotion {
  /** How far the content moved, in shares of the frame's width and height (positive: right, down). */
  readonly x: number;
  readonly y: number;
  /** Natural logarithm of the growth of the content; positive when the camera zooms in. */
  readonly zoom: number;
  /** Share of the frame's regions with edges that move like this, 0 to 1. */
  readonly explained: number;
}

/** Share of regions from which no further start is tried. */
const GOOD_SHARE = 0.75;
/** Mean squared gradient (gray levels per cell) below which a frame shows nothing to measure by. */
const MIN_TEXTURE = 6;

/**
 * Measures how the camera moved between two frames: shift, growth, and roll that align most edges, by iterated least
 * squares (Lucas and Kanade) that ignore what moves otherwise (Tukey's biweight). It starts with a camera at rest, so
 * that objects in front of a still background don't count, then with the motion of the pair before and the best whole
 * shift.
 */
export class FrameMotionEstimator {
  #before: Parameters = STILL;

  /** @returns undefined if the frames have no edges to measure by */
  estimate(a: FrameSummary, b: FrameSummary): FrameMotion | undefined {
    if (a.columns !== b.columns || a.rows !== b.rows || a.columns < 8 || a.rows < 8) return undefined;
    const edges = edgesOf(a);
    if (edges.texture < MIN_TEXTURE) return undefined;
    let best = align(a, b, edges, STILL);
    if (best.explained < GOOD_SHARE && this.#before !== STILL) best = better(best, align(a, b, edges, this.#before));
    if (best.explained < GOOD_SHARE) {
      const { dx, dy } = estimateShift(a, b);
      if (dx !== 0 || dy !== 0) best = better(best, align(a, b, edges, [dx, dy, 0, 0]));
    }
    const [x, y, growth] = best.parameters;
    this.#before = best.explained >= GOOD_SHARE ? best.parameters : STILL;
    return { x: x / a.columns, y: y / a.rows, zoom: Math.log(Math.max(0.2, 1 + growth)), explained: best.explained };
  }
}

const better = (one: Alignment, other: Alignment) => (other.explained > one.explained + 0.02 ? other : one);
