import type { LogisticModel } from '../logistic-regression.ts';

/**
 * Weights of the evidence for a wipe (`sweeps.ts`, `reveal-evidence.ts`). Fitted like `dissolve-model.ts`, on wipes,
 * irises, and clocks against windows of clips without cuts and of dissolves, fades, and cuts that touch no transition.
 */
export const REVEAL_MODEL: LogisticModel = {
  bias: -6.088,
  weights: [
    // Least share of the blocks' difference that shows which scene they belong to, over the sampled frames.
    12.29,
    // Steps backwards of the share of the frame that shows the next scene.
    -13.147,
    // Its largest step: a cut or a dissolve does it in one.
    -7.093,
    // Share of the frame that returns to the scene before.
    -3.023,
    // Border between both scenes, as a share of all neighboring blocks: an edge is short.
    -6.795,
    // Log of the distance between the ends.
    1.496,
    // Share of structure that is new, the smaller of both directions.
    0.607,
    // Largest change between consecutive frames, relative to the distance.
    -8.159,
  ],
};
