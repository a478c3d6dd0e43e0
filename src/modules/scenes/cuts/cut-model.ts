import type { LogisticModel } from '../logistic-regression.ts';

/**
 * Weights of the evidence for a cut (`cut-evidence.ts`). Fitted as a logistic regression (L2, scikit-learn, C = 2) on
 * about 1,900 candidates of 370 seeded clips with known cuts, encoded with six codecs at quality 18 to 36 and 24 to 60
 * frames per second: photos with slow and fast zooms, real shots, test patterns, textures, slides, with grain, low
 * contrast, darkness and shake; and, without any cut, flashes, flicker, strobe, whip pans, zooms, panels, objects and
 * lamps. On clips of other seeds F1 was 0.98.
 */
export const CUT_MODEL: LogisticModel = {
  bias: -19.676,
  weights: [
    // Log of the change relative to the contrast of both frames.
    -1.093,
    // Log of the largest change shortly before, relative to this one.
    -1.843,
    // The same shortly after.
    -1.872,
    // Share of structure that is new, the smaller of both directions.
    4.59,
    // The larger of both directions.
    7.185,
    // The minimum new share of structure between frames up to 0.22 s apart: low after a flash.
    5.05,
    // The minimum distance of such frames, relative to the change.
    1.985,
    // Unmatched share of structure just before: high in a whip pan.
    0.536,
    // The same just after.
    -1.988,
    // Share of lost edges in a static scene.
    12.514,
    // Share of lost edges in a moving scene.
    3.743,
    // Stillness of the surroundings (0..1).
    -1.374,
    // New structure in a static scene: alone, it may be an overlay.
    -13.625,
    // Contrast (0..1): structure is weaker evidence in the dark.
    -1.606,
    // Share of almost unchanged blocks: a panel over moving content.
    -6.136,
  ],
};
