/** Described pictures of a range of a video. */
export interface Track {
  /** Milliseconds, in ascending order. */
  timesMs: readonly number[];
  /** Descriptors of whole pictures. */
  vectors: readonly Int8Array[];
  /** Starts of shots, in milliseconds. */
  cutsMs: readonly number[];
  /** End of the video. */
  durationMs: number;
}

/**
 * Longest time between two descriptors of moving pictures, in milliseconds; after a longer one nothing changed
 * meanwhile.
 */
const MOVING_MS = 2100;
/** Offsets are known this exactly when a time is compared with a shot boundary, in milliseconds. */
export const CUT_TOLERANCE_MS = 250;
/** Minimum cosine of neighboring pictures between which a picture is estimated; less is a cut. */
const MIN_SAME_SHOT = 0.7;

export type PairSimilarity = ReturnType<typeof createPairSimilarity>;

/** Compares pictures of one track with the picture of another at a time, which lies between two described ones. */
export function createPairSimilarity(own: Track, other: Track) {
  const dots = new Map<number, number>();
  const [ownLengths, otherLengths] = [own, other].map(({ vectors }) => vectors.map(lengthOf)) as [number[], number[]];
  const cosine = (i: number, j: number): number => {
    const key = i * other.vectors.length + j;
    const known = dots.get(key);
    if (known !== undefined) return known;
    const value = dot(own.vectors[i]!, other.vectors[j]!) / (ownLengths[i]! * otherLengths[j]!);
    dots.set(key, value);
    return value;
  };
  const [ownSteps, otherSteps] = [stepsOf(own, ownLengths), stepsOf(other, otherLengths)];
  const cuts = { own: cutsOf(own, ownSteps), other: cutsOf(other, otherSteps) };

  const at = (
    to: Track,
    steps: readonly number[],
    cuts: readonly number[],
    timeMs: number,
    similarity: (index: number) => number,
  ): { near: number; exact: number } => {
    const before = lastBefore(to.timesMs, timeMs);
    const [past, next] = [to.timesMs[before], to.timesMs[before + 1]];
    const held = past === undefined ? -1 : similarity(before);
    if (next === undefined) return { near: held, exact: past !== undefined && timeMs - past > MOVING_MS ? -1 : held };
    const isClose = next - timeMs <= MOVING_MS;
    const coming = isClose ? similarity(before + 1) : -1;
    const best = Math.max(held, coming);
    const step = steps[before] ?? -1;
    if (step < MIN_SAME_SHOT) {
      const cut = cuts.findLast((each) => each > (past ?? 0) && each <= next + CUT_TOLERANCE_MS);
      const side =
        cut === undefined || Math.abs(timeMs - cut) <= CUT_TOLERANCE_MS ? best : timeMs < cut ? held : coming;
      return { near: side, exact: side };
    }
    if (past === undefined || next - past > MOVING_MS) return { near: best, exact: best };
    const share = (timeMs - past) / (next - past);
    const length = Math.sqrt((1 - share) ** 2 + share ** 2 + 2 * share * (1 - share) * step);
    const between = ((1 - share) * held + share * coming) / length;
    return { near: Math.max(best, between), exact: between };
  };

  return {
    /**
     * Similarity of a picture of the first track with the second one at a time: with the best one near it, and at that
     * time.
     */
    ofOwn: (index: number, timeMs: number) => at(other, otherSteps, cuts.other, timeMs, (j) => cosine(index, j)),
    /** The same for a picture of the second track. */
    ofOther: (index: number, timeMs: number) => at(own, ownSteps, cuts.own, timeMs, (i) => cosine(i, index)),
    /** Cosine of each picture of the first track with its next one. */
    ownSteps,
    /** Starts of shots of each track: exact ones, or else where its pictures jump. In milliseconds. */
    cuts,
  };
}

function stepsOf({ vectors }: Track, lengths: readonly number[]): number[] {
  return vectors.slice(1).map((vector, i) => dot(vectors[i]!, vector) / (lengths[i]! * lengths[i + 1]!));
}

/**
 * A picture after a cut is described this much later on average, in milliseconds: every half second there is one to
 * look at.
 */
export const MEAN_DELAY_MS = 250;

function cutsOf({ timesMs, cutsMs }: Track, steps: readonly number[]): readonly number[] {
  if (cutsMs.length > 0) return cutsMs;
  return steps.flatMap((step, i) =>
    step >= MIN_SAME_SHOT ? [] : Math.max(timesMs[i + 1]! - MEAN_DELAY_MS, (timesMs[i]! + timesMs[i + 1]!) / 2),
  );
}

/** Index of the last time at or before another; -1 if there is none. */
function lastBefore(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const lengthOf = (vector: Int8Array): number => Math.sqrt(dot(vector, vector)) || 1;
