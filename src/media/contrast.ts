/** Images with a lower {@link contrastOf} are blank, faded or plain titles. */
export const MIN_CONTRAST = 25;

/** Returns the standard deviation of an image's luma (0..255). */
export function contrastOf(luma: Uint8Array): number {
  let sum = 0;
  let squares = 0;
  for (const value of luma) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / luma.length;
  return Math.sqrt(Math.max(0, squares / luma.length - mean * mean));
}
