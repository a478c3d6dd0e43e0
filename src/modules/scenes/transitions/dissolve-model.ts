import type { LogisticModel } from '../logistic-regression.ts';

/**
 * Weights of the evidence for a dissolve (`dissolve-evidence.ts`). Fitted like `cut-model.ts`, on windows over the same
 * kind of clips: those centered on a transition and about as long as it against all that touch none.
 */
export const DISSOLVE_MODEL: LogisticModel = {
  bias: -1.678,
  weights: [
    // Log of the distance between the ends.
    1.185,
    // The same relative to their contrast.
    -0.464,
    // Curvature: 0 for a mix of the ends, 3 for anything else.
    -9.719,
    // Distance of an intermediate frame from the straight line.
    0.376,
    // Largest step of an eighth of the window: a cut does it in one.
    -5.364,
    // Steps backwards.
    -0.223,
    // Straightness: distance over the path traveled.
    -3.492,
    // Share of structure that is new, the smaller of both directions.
    7.698,
    // The larger of both directions.
    -2.434,
    // Share of edges that survive.
    -20.812,
    // Log of the contrast in the middle relative to the ends.
    -1.97,
    // New structure between an end and the middle.
    6.949,
    // Largest change between consecutive frames, relative to the distance.
    -6.315,
    // Share of almost unchanged blocks.
    -8.168,
    // Change just before the window, relative to the distance.
    0.204,
    // Change just after.
    0.173,
  ],
};
