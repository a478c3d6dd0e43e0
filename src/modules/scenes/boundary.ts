/** Kind of transition between two shots. A `fade` passes through a plain frame, mostly black or white. */
export type TransitionKind = 'cut' | 'dissolve' | 'wipe' | 'fade';

/** A boundary between two shots. Times in seconds. */
export interface Boundary {
  readonly kind: TransitionKind;
  /** First and last instant of the transition; equal for a cut. */
  readonly start: number;
  readonly end: number;
  /** Start of the new shot: its first frame, or the middle of a gradual transition. */
  readonly time: number;
  /** 0..1 */
  readonly confidence: number;
}
