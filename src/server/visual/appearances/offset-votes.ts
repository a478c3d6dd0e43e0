/** Width of an interval of offsets, in milliseconds; pictures are described up to two seconds apart. */
const BIN_MS = 1000;
/** Minimum number of pictures with one offset. */
const MIN_PICTURES = 3;
/** Minimum time between the first and the last of them, in milliseconds. */
const MIN_SPAN_MS = 1500;

/** Pictures of two videos that may show the same instant. */
export interface OffsetCandidate {
  videoId: number;
  /** Time in the other video minus time in this one, in milliseconds. */
  offsetMs: number;
  /** First and last of the pictures, in milliseconds of this video. */
  fromMs: number;
  toMs: number;
  weight: number;
}

interface Bin {
  weight: number;
  offsets: number;
  votes: number;
  pictures: number[];
}

/**
 * Collects which pictures of other videos resemble those of one, and finds the offsets at which they follow each other
 * alike.
 */
export function createOffsetVotes() {
  /**
   * By video: time, position, and weight of each vote, one after the other; as objects, millions take three times the
   * memory.
   */
  const videos = new Map<number, number[]>();

  return {
    /**
     * Adds the pictures of other videos that resemble the one at `timeMs`. One that resembles many counts little for
     * each: title cards, dark pictures, and unmoved ones.
     */
    add(timeMs: number, hits: ReadonlyMap<number, readonly number[]>): void {
      for (const [videoId, positions] of hits) {
        const weight = 1 / (hits.size * Math.sqrt(positions.length));
        const votes = videos.get(videoId) ?? [];
        for (const position of positions) votes.push(timeMs, position, weight);
        videos.set(videoId, votes);
      }
    },

    /** Videos with enough pictures alike. */
    videoIds: (): number[] =>
      [...videos]
        .filter(([, votes]) => new Set(votes.filter((_, i) => i % 3 === 0)).size >= MIN_PICTURES)
        .map(([videoId]) => videoId),

    /** Offsets of one of these videos, best first. @param timesMs of its pictures */
    offsets(videoId: number, timesMs: ArrayLike<number>): OffsetCandidate[] {
      const bins = new Map<number, Bin>();
      const votes = videos.get(videoId) ?? [];
      for (let i = 0; i < votes.length; i += 3) {
        const [timeMs, position, weight] = [votes[i]!, votes[i + 1]!, votes[i + 2]!];
        const offset = timesMs[position]! - timeMs;
        const bin = bins.get(Math.floor(offset / BIN_MS)) ?? { weight: 0, offsets: 0, votes: 0, pictures: [] };
        bin.weight += weight;
        bin.offsets += offset;
        bin.votes++;
        bin.pictures.push(timeMs);
        bins.set(Math.floor(offset / BIN_MS), bin);
      }
      return [...bins.keys()]
        .flatMap((key) => {
          const near = [key - 1, key, key + 1].flatMap((each) => bins.get(each) ?? []);
          return stretchesOf(near).map((stretch) => ({ videoId, ...stretch }));
        })
        .sort((a, b) => b.weight - a.weight);
    },
  };
}

/** Longest time between two pictures of one passage that resemble the other video, in milliseconds. */
const MAX_PAUSE_MS = 30_000;

/** Stretches of time in which pictures have about the same offset. */
function stretchesOf(bins: readonly Bin[]): Omit<OffsetCandidate, 'videoId'>[] {
  const sum = (of: (bin: Bin) => number) => bins.reduce((total, bin) => total + of(bin), 0);
  const votes = sum((bin) => bin.votes);
  const offsetMs = sum((bin) => bin.offsets) / votes;
  const times = [...new Set(bins.flatMap(({ pictures }) => pictures))].sort((a, b) => a - b);
  const starts = times.flatMap((time, i) => (i === 0 || time - times[i - 1]! > MAX_PAUSE_MS ? [i] : []));
  return starts.flatMap((from, i) => {
    const stretch = times.slice(from, starts[i + 1]);
    const [fromMs, toMs] = [stretch[0]!, stretch.at(-1)!];
    if (stretch.length < MIN_PICTURES || toMs - fromMs < MIN_SPAN_MS) return [];
    return [{ offsetMs, fromMs, toMs, weight: (sum((bin) => bin.weight) * stretch.length) / times.length }];
  });
}
