/**
 * The shortest sensible chapter of a video, in seconds, growing with the root of its length: 15 s in one minute, 46 s
 * in ten, two minutes in an hour. So a viewer gets a list of a few to about thirty entries, whatever the length.
 */
export function minimumLength(duration: number): number {
  return Math.max(10, 1.9 * Math.sqrt(duration));
}
