import { BLOCKS_ACROSS, BLOCKS_DOWN, blockCosts } from '../frames/block-costs.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';

/** Gray levels by which the ends must differ per block, on average. */
const MIN_DIFFERENCE = 3;

/** Blocks of a frame that show the scene after a transition (1) rather than the one before (0). */
interface Shown {
  readonly labels: Uint8Array;
  /** Share of the frame that shows the scene after it, 0..1. */
  readonly share: number;
  /** How clearly the blocks belong to one of the scenes, 0..1. */
  readonly clarity: number;
}

/**
 * Evidence that an edge moves across the frames between `a` and `b` and reveals `b`: each block shows either scene,
 * changes once, and blocks that have changed lie side by side. In a pan, most blocks show neither; in a dissolve, all
 * show both. Scenes may move meanwhile. `sweep-model.ts` explains each number.
 * @param costs block costs from `a` to `b`
 * @returns null if the ends differ too little
 */
export function revealEvidence(
  a: FrameSummary,
  b: FrameSummary,
  between: readonly FrameSummary[],
  costs: Float32Array,
): number[] | null {
  const weights = meanOf(costs, blockCosts(b, a));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total / weights.length < MIN_DIFFERENCE) return null;
  const shown = between.map((frame) => shownIn(a, b, frame, weights, total));
  let [step, back, flips, last] = [0, 0, 0, 0];
  for (const [i, { share, labels }] of shown.entries()) {
    step = Math.max(step, share - last);
    back += Math.max(0, last - share);
    last = share;
    const before = shown[i - 1]?.labels;
    if (before) for (let k = 0; k < labels.length; k++) if (before[k]! > labels[k]!) flips += weights[k]! / total;
  }
  const under = shown.filter(({ share }) => share > 0.15 && share < 0.85);
  return [
    Math.min(...shown.map(({ clarity }) => clarity)),
    Math.min(0.5, back),
    Math.max(step, 1 - last),
    Math.min(1, flips),
    under.reduce((sum, { labels }) => sum + borderShare(labels), 0) / under.length || 1,
  ];
}

function shownIn(a: FrameSummary, b: FrameSummary, frame: FrameSummary, weights: Float32Array, total: number): Shown {
  const [before, after] = [blockCosts(a, frame), blockCosts(b, frame)];
  const labels = new Uint8Array(weights.length);
  let [share, clarity] = [0, 0];
  for (let k = 0; k < labels.length; k++) {
    const [p, q] = [before[k]!, after[k]!];
    clarity += (weights[k]! * Math.abs(p - q)) / (p + q + 1);
    if (q >= p) continue;
    labels[k] = 1;
    share += weights[k]!;
  }
  return { labels, share: share / total, clarity: clarity / total };
}

/** Share of neighboring blocks of which only one shows the scene after the transition: the length of the edge. */
function borderShare(labels: Uint8Array): number {
  let borders = 0;
  for (let j = 0; j < BLOCKS_DOWN; j++) {
    for (let i = 0; i < BLOCKS_ACROSS; i++) {
      const at = j * BLOCKS_ACROSS + i;
      if (i + 1 < BLOCKS_ACROSS && labels[at] !== labels[at + 1]) borders++;
      if (j + 1 < BLOCKS_DOWN && labels[at] !== labels[at + BLOCKS_ACROSS]) borders++;
    }
  }
  return borders / (BLOCKS_DOWN * (BLOCKS_ACROSS - 1) + BLOCKS_ACROSS * (BLOCKS_DOWN - 1));
}

function meanOf(p: Float32Array, q: Float32Array): Float32Array {
  return p.map((value, k) => Math.max(1, (value + q[k]!) / 2));
}
