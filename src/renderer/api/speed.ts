/** The speed of the last few seconds: a whole upload's mean hides that a network became slow. */
const WINDOW_MS = 5000;

export interface Sample {
  atMs: number;
  bytes: number;
}

/** Adds a sample and drops those that are too old; keeps at least two. Samples are in time order. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const all = [...samples, sample];
  const first = all.findIndex(({ atMs }) => sample.atMs - atMs <= WINDOW_MS);
  return all.slice(Math.max(0, Math.min(first, all.length - 2)));
}

/** Bytes per second between the first and the last sample; 0 when there is nothing to tell yet. */
export function speedOf(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs) return 0;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}

/** Seconds that the rest takes at this speed; null when it stands still. */
export function secondsLeft(restBytes: number, bytesPerSecond: number): number | null {
  return bytesPerSecond > 0 ? restBytes / bytesPerSecond : null;
}
