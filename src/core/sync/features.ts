/** Bands of the onset features. */
export const SYNC_BANDS = 12;
/** Onset features per second and band. */
export const FRAMES_PER_SECOND = 100;
/** Signs of samples per second. */
export const SIGNS_PER_SECOND = 8000;

/** Measurements by which recordings are compared: 2.2 kB per second. */
export interface SyncFeatures {
  /** Number of onset features per band. */
  frames: number;
  /** Band after band: how fast the level of a band rises, against its surroundings (mean 0). */
  onsets: Int8Array;
  /** Number of signs. */
  samples: number;
  /** A bit per sample: whether the sound pressure is above 0. Keeps the exact times at an eighth of a byte. */
  signs: Uint8Array;
}

/** Length of what was measured, in seconds. */
export function secondsOf({ frames }: SyncFeatures): number {
  return frames / FRAMES_PER_SECOND;
}

/** Length of the overlap if the second starts at `lag` on the clock of the first, in seconds; negative without one. */
export function overlapOf(first: SyncFeatures, second: SyncFeatures, lag: number): number {
  return Math.min(secondsOf(first), lag + secondsOf(second)) - Math.max(0, lag);
}
