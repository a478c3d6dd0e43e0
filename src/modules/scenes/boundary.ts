/** How one shot gives way to the next. `fade` goes through a plain picture, mostly black or white. */
export type TransitionKind = 'cut' | 'dissolve' | 'wipe' | 'fade';

/** Where one shot ends and the next begins. All times in seconds. */
export interface Boundary {
  readonly kind: TransitionKind;
  /** First and last instant of the transition; equal for a cut. */
  readonly start: number;
  readonly end: number;
  /** Where the video is divided: the first picture of the new shot, or the middle of a gradual transition. */
  readonly time: number;
  /** 0..1 */
  readonly confidence: number;
}
