/** Speech of a speaker; seconds. */
export interface TimedSpeaker {
  label: string;
  start: number;
  end: number;
}

export interface SpeakerMatching {
  /** Lines of the earlier analysis, by their labels before merges. */
  before: readonly TimedSpeaker[];
  /** Lines of the new analysis, by its own labels. */
  now: readonly TimedSpeaker[];
  /** Stored speakers; the embedding is null if it can't be compared. */
  known: readonly { label: string; embedding: Float32Array | null }[];
  /** Speakers of the new analysis. */
  found: readonly { label: string; embedding: Float32Array }[];
  /** Minimum cosine similarity of embeddings of one person. */
  minSimilarity: number;
}

/** Minimum share of a new speaker's time that it has in common with the known speaker it continues. */
const MIN_SHARED = 0.3;

/**
 * Returns the stored label for each speaker of a new analysis: that of the speaker who spoke at the same times, or else
 * of the one with the same voice, or else a label that is free. Pure.
 */
export function matchSpeakers({ before, now, known, found, minSimilarity }: SpeakerMatching): Map<string, string> {
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  const assign = (pairs: { label: string; known: string; score: number }[]) => {
    for (const pair of pairs.sort((a, b) => b.score - a.score)) {
      if (labels.has(pair.label) || taken.has(pair.known)) continue;
      labels.set(pair.label, pair.known);
      taken.add(pair.known);
    }
  };
  const seconds = new Map<string, number>();
  for (const { label, start, end } of now) seconds.set(label, (seconds.get(label) ?? 0) + end - start);
  const shared = sharedSeconds(before, now).filter(({ label, score }) => score >= MIN_SHARED * seconds.get(label)!);
  assign(shared.filter((pair) => known.some(({ label }) => label === pair.known)));
  assign(
    found.flatMap(({ label, embedding }) =>
      known.flatMap((one) => {
        const score = one.embedding ? dot(embedding, one.embedding) : 0;
        return score >= minSimilarity ? [{ label, known: one.label, score }] : [];
      }),
    ),
  );
  let free = 0;
  const isFree = (label: string) => !taken.has(label) && !known.some((one) => one.label === label);
  for (const label of new Set([...found.map((one) => one.label), ...seconds.keys()])) {
    if (labels.has(label)) continue;
    do free++;
    while (!isFree(`S${free}`));
    labels.set(label, `S${free}`);
    taken.add(`S${free}`);
  }
  return labels;
}

/** Seconds that each pair of speakers has in common. Both lists are in time order. */
function sharedSeconds(before: readonly TimedSpeaker[], now: readonly TimedSpeaker[]) {
  const sums = new Map<string, { label: string; known: string; score: number }>();
  const earlier = before.toSorted((a, b) => a.start - b.start);
  let first = 0;
  for (const { label, start, end } of now.toSorted((a, b) => a.start - b.start)) {
    while (first < earlier.length && earlier[first]!.end <= start) first++;
    for (let i = first; i < earlier.length && earlier[i]!.start < end; i++) {
      const common = Math.min(end, earlier[i]!.end) - Math.max(start, earlier[i]!.start);
      if (common <= 0) continue;
      const key = `${label} ${earlier[i]!.label}`;
      const pair = sums.get(key) ?? { label, known: earlier[i]!.label, score: 0 };
      pair.score += common;
      sums.set(key, pair);
    }
  }
  return [...sums.values()];
}

/** Dot product of two vectors: the cosine similarity of unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i++) sum += a[i]! * b[i]!;
  return sum;
}
