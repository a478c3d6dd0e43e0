import type { LogisticModel } from '../logistic-regression.ts';

/**
 * How the evidence for a dissolve (`blend-evidence.ts`) is weighed. Fitted like `cut-model.ts`, on windows over the same
 * kind of clips: those centred on a transition and about as long as it against all that touch none.
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
    // How far a picture in between lies beside the straight way.
    0.376,
    // Largest step of an eighth of the window: a cut does it in one.
    -5.364,
    // Steps backwards.
    -0.223,
    // Straightness: distance over the way travelled.
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
    // Largest change from one picture to the next, relative to the distance.
    -6.315,
    // Share of blocks as good as unchanged.
    -8.168,
    // Change just before the window, relative to the distance.
    0.204,
    // Change just after.
    0.173,
  ],
};

/** The same evidence, weighed for wipes and their kin, where each part of the picture changes at its own time. */
export const WIPE_MODEL: LogisticModel = {
  bias: -6.827,
  weights: [
    0.402, -0.63, -3.399, -6.202, 0.339, 0.796, 0.514, 4.734, 3.343, 4.977, -0.799, 4.689, -6.04, -5.149, -0.882,
    -0.824,
  ],
};
