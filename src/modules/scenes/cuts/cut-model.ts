import type { LogisticModel } from '../logistic-regression.ts';

/**
 * How the evidence for a cut (`cut-evidence.ts`) is weighed. Fitted as a logistic regression (L2, scikit-learn, C = 2) on
 * about 1,900 candidates of 370 seeded clips with known cuts, encoded with six codecs at quality 18 to 36 and 24 to 60 pictures a
 * second: photos with slow and fast zooms, real shots, test patterns, textures, slides, with grain, low contrast, darkness
 * and shake; and, without any cut, flashes, flicker, strobe, whip pans, zooms, panels, objects and lamps. On clips of other
 * seeds F1 was 0.98.
 */
export const CUT_MODEL: LogisticModel = {
  bias: -19.676,
  weights: [
    // Log of the change relative to the contrast of both pictures.
    -1.093,
    // Log of the largest change shortly before, relative to this one.
    -1.843,
    // The same shortly after.
    -1.872,
    // Share of structure that is new, the smaller of both directions.
    4.59,
    // The larger of both directions.
    7.185,
    // The least share that is new when pictures up to 0.22 s apart are compared: low after a flash.
    5.05,
    // The least distance of such pictures, relative to the change.
    1.985,
    // Share of structure that motion leaves open just before: high in a whip pan.
    0.536,
    // The same just after.
    -1.988,
    // Share of edges gone, on a picture that otherwise stands still.
    12.514,
    // Share of edges gone, on a moving picture.
    3.743,
    // How still it is around (0..1).
    -1.374,
    // New structure on a still picture: on its own it may be a pop-up.
    -13.625,
    // Contrast (0..1): structure says less in the dark.
    -1.606,
    // Share of blocks found as good as unchanged: a panel over moving pictures.
    -6.136,
  ],
};
