/** Window of the moving average; the average of a whole upload would hide a network that became slow. */
const WINDOW_MS = 5000;

export interface Sample {
  atMs: number;
  bytes: number;
}

/** Adds a sample and removes those outside the window, except the last two. Samples are in chronological order. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const all = [...samples, sample];
  const first = all.findIndex(({ atMs }) => sample.atMs - atMs <= WINDOW_MS);
  return all.slice(Math.max(0, Math.min(first, all.length - 2)));
}

/** Returns the bytes per second between the first and last sample; 0 if unknown. */
export function speedOf(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs) return 0;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}

/** Returns the remaining seconds at a speed; null at speed 0. */
export function secondsLeft(restBytes: number, bytesPerSecond: number): number | null {
  return bytesPerSecond > 0 ? restBytes / bytesPerSecond : null;
}
