import type { LogisticModel } from './logistic.ts';

/**
 * How the evidence for a dissolve (`blend-evidence.ts`) is weighed. Fitted like `cut-model.ts`, on windows over the same
 * kind of clips: those centred on a transition and about as long as it against all that touch none.
 */
export const DISSOLVE_MODEL: LogisticModel = {
  bias: -1.377,
  weights: [
    // Log of the distance between the ends.
    0.619,
    // The same relative to their contrast.
    0.379,
    // Curvature: 0 for a mix of the ends, 3 for anything else.
    -8.766,
    // How far a picture in between lies beside the straight way.
    3.203,
    // Largest step of an eighth of the window: a cut does it in one.
    -5.845,
    // Steps backwards.
    -0.656,
    // Straightness: distance over the way travelled.
    -1.168,
    // Share of structure that is new, the smaller of both directions.
    7.547,
    // The larger of both directions.
    -0.686,
    // Share of edges that survive.
    -22.489,
    // Log of the contrast in the middle relative to the ends.
    -0.906,
    // New structure between an end and the middle.
    6.97,
    // Largest change from one picture to the next, relative to the distance.
    -6.642,
    // Share of blocks as good as unchanged.
    -5.476,
    // Change just before the window, relative to the distance.
    -0.488,
    // Change just after.
    0.031,
  ],
};

/** The same evidence, weighed for wipes and their kin, where each part of the picture changes at its own time. */
export const WIPE_MODEL: LogisticModel = {
  bias: -7.662,
  weights: [
    0.198, 1.062, -3.168, 1.793, -0.275, 1.133, 6.647, 6.65, 0.012, 2.394, -1.375, 6.957, -10.432, -3.725, -1.351,
    -1.08,
  ],
};
