import type { TimeSpan } from './spans.ts';

/** A face track as clustering sees it. */
export interface ClusterTrack extends TimeSpan {
  readonly id: number;
  readonly videoId: number;
  /** Unit vector; null if no frame shows the face well enough. */
  readonly template: Float32Array | null;
  /** 0..1 */
  readonly quality: number;
  /** People that a user said it doesn't show. */
  readonly rejected: ReadonlySet<number>;
}

/** A person with the tracks that it has already. */
export interface ClusterPerson {
  readonly id: number;
  readonly isNamed: boolean;
  readonly tracks: readonly ClusterTrack[];
}

/** Result: tracks for a person that exists, or for a new one. */
export interface Assignment {
  /** Null for a new person. */
  personId: number | null;
  trackIds: number[];
}

/**
 * Minimum mean cosine of the templates of one person: within a video, with a person who exists, and with one who has a
 * name. About what one in a thousand pairs of two people reaches in the half of the portraits that bench/people.ts uses
 * to choose limits (0.951), on average over a group: two people in one group mislead, while one person in two groups is
 * merged with a click. See docs/benchmarks.md.
 */
const MIN_SIMILARITY = { video: 0.95, project: 0.953, named: 0.956 } as const;
/** A person with a name must be this much nearer than the second nearest one with a name. */
const MIN_LEAD = 0.008;
/** Added for faces that are small or turned away, which look more alike. */
const WEAK = { quality: 0.35, similarity: 0.012 } as const;
/** Times on screen that may overlap and still be one face: a track may end late. */
const SHARED_SECONDS = 0.3;

/**
 * Assigns tracks to people: first to groups among themselves (average linkage), then each group to the person it is
 * clearly most like, or to a new one. Two tracks that are on screen at once are two people. People are never joined
 * with each other. Pure.
 */
export function assignTracks(tracks: readonly ClusterTrack[], people: readonly ClusterPerson[]): Assignment[] {
  const groups = groupTracks(tracks);
  const grown = people.map((person) => ({ ...person, tracks: [...person.tracks] }));
  // Large groups are the surest ones.
  return groups
    .toSorted((a, b) => b.length - a.length || a[0]!.id - b[0]!.id)
    .map((group) => {
      const person = nearest(group, grown);
      person?.tracks.push(...group);
      return { personId: person?.id ?? null, trackIds: group.map(({ id }) => id) };
    });
}

/** Joins the two most similar groups until none are similar enough. */
function groupTracks(tracks: readonly ClusterTrack[]): ClusterTrack[][] {
  const groups = new Map(tracks.map((track, i) => [i, [track]]));
  // Sums of similarities, so that the mean of a joined group needs no templates; NaN for those that can't be one.
  const sums = tracks.map((a) =>
    Float64Array.from(tracks, (b) => (a === b ? Number.NaN : (sumOf([a], [b], MIN_SIMILARITY.video) ?? Number.NaN))),
  );
  const meanOf = (i: number, j: number) => sums[i]![j]! / (groups.get(i)!.length * groups.get(j)!.length);
  const nearestOf = (i: number) => {
    let [best, lead] = [-1, 0];
    for (const j of groups.keys()) {
      const mean = meanOf(i, j);
      if (mean >= lead) [best, lead] = [j, mean];
    }
    return { best, lead };
  };
  const nearest = new Map([...groups.keys()].map((i) => [i, nearestOf(i)]));
  for (;;) {
    let next: { i: number; j: number; lead: number } | undefined;
    for (const [i, { best, lead }] of nearest) {
      if (best >= 0 && lead > (next?.lead ?? -1)) next = { i, j: best, lead };
    }
    if (!next) return [...groups.values()];
    const { i, j } = next;
    groups.get(i)!.push(...groups.get(j)!);
    groups.delete(j);
    nearest.delete(j);
    for (const k of groups.keys()) {
      sums[i]![k]! += sums[j]![k]!;
      sums[k]![i]! += sums[k]![j]!;
    }
    for (const [k, { best }] of nearest) if (k === i || best === i || best === j) nearest.set(k, nearestOf(k));
  }
}

/** Sum over all pairs of how far they are above the minimum; undefined if one pair can't be the same person. */
function sumOf(a: readonly ClusterTrack[], b: readonly ClusterTrack[], minimum: number): number | undefined {
  let sum = 0;
  for (const one of a) {
    for (const other of b) {
      if (!one.template || !other.template || areBothSeen(one, other)) return undefined;
      const isWeak = Math.min(one.quality, other.quality) < WEAK.quality;
      sum += dot(one.template, other.template) - minimum - (isWeak ? WEAK.similarity : 0);
    }
  }
  return sum;
}

function nearest<Person extends ClusterPerson>(
  group: readonly ClusterTrack[],
  people: readonly Person[],
): Person | null {
  const ranked = people
    .filter(({ id }) => !group.some(({ rejected }) => rejected.has(id)))
    .flatMap((person) => {
      const sum = sumOf(group, comparable(person), MIN_SIMILARITY.project);
      const count = group.length * comparable(person).length;
      const isApart = person.tracks.some((track) => group.some((own) => areBothSeen(track, own)));
      return sum === undefined || count === 0 || isApart ? [] : [{ person, lead: sum / count }];
    })
    .sort((a, b) => b.lead - a.lead);
  const [best, second] = ranked;
  if (!best) return null;
  const minimum = best.person.isNamed ? MIN_SIMILARITY.named - MIN_SIMILARITY.project : 0;
  // Between people without names it matters less: a user merges them.
  const isUnclear = second && best.person.isNamed && second.person.isNamed && best.lead - second.lead < MIN_LEAD;
  if (best.lead < minimum || isUnclear) return null;
  return best.person;
}

/** Tracks with templates, the best ones of a person with many. */
function comparable({ tracks }: ClusterPerson): ClusterTrack[] {
  const all = tracks.filter(({ template }) => template !== null);
  return all.toSorted((a, b) => b.quality - a.quality).slice(0, 30);
}

function areBothSeen(a: ClusterTrack, b: ClusterTrack): boolean {
  return a.videoId === b.videoId && Math.min(a.end, b.end) - Math.max(a.start, b.start) > SHARED_SECONDS;
}

function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return -1;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
