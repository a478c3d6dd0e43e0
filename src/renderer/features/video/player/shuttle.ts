/** Playback rates in the menu. */
export const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8] as const;
const FASTEST = 8;
/** Default frame rate for files without one. */
const USUAL_FRAME_RATE = 25;

/** Rates of repeated L: 1, 2, 4, 8. */
export function nextForwardRate(rate: number): number {
  return Math.min(FASTEST, Math.max(1, rate) * 2);
}

/** Rates of repeated J: -1, -2, -4, -8. */
export function nextReverseRate(rate: number): number {
  return rate < 0 ? Math.max(-FASTEST, rate * 2) : -1;
}

/** Middle of the previous or next frame, since seeking to its edge may show its neighbor. */
export function frameTime(time: number, direction: 1 | -1, frameRate: number): number {
  const rate = frameRate > 0 ? frameRate : USUAL_FRAME_RATE;
  return Math.max(0, (Math.floor(time * rate + 1e-3) + direction + 0.5) / rate);
}
