import { type ClockRelation, compose, inverse } from './compose.ts';
import { overlapOf, type SyncFeatures, secondsOf } from './features.ts';
import { matchSounds, type SoundMatch } from './match.ts';
import { MIN_DISTINCT_OVERLAP } from './onset-agreement.ts';

/** Place of a recording on the clock of its event. */
export interface Placement extends ClockRelation {
  confidence: number;
}

/** A match of two recordings, by their indexes. */
export interface MatchedPair {
  first: number;
  second: number;
  match: SoundMatch;
}

/** Difference of two ways around a circle of matches that still agree, in seconds. */
const CYCLE_TOLERANCE = 0.06;
/**
 * Smallest share of the time in which recordings of two groups would run at once that has matches which agree. What two
 * events share, such as a song, an announcement, or a sentence of one synthetic voice, makes single pairs match.
 */
const MIN_CONFIRMED = 0.5;

/**
 * Matches each recording with each other one.
 * @param guesses start of each by capture time or timecode in seconds, from any zero; null where unknown
 * @param onPair called after each pair with the share of pairs that are done; waited for
 */
export async function matchAll(
  recordings: readonly SyncFeatures[],
  guesses: readonly (number | null)[],
  onPair: (share: number) => Promise<void>,
): Promise<MatchedPair[]> {
  const pairs = recordings.flatMap((_, first) =>
    recordings.slice(first + 1).map((_other, i) => [first, first + 1 + i]),
  );
  const matched: MatchedPair[] = [];
  for (const [i, pair] of pairs.entries()) {
    const [first, second] = pair as [number, number];
    const [ours, theirs] = [guesses[first] ?? null, guesses[second] ?? null];
    const guess = ours !== null && theirs !== null ? theirs - ours : undefined;
    const match = matchSounds(recordings[first]!, recordings[second]!, guess);
    if (match) matched.push({ first, second, match });
    await onPair((i + 1) / pairs.length);
  }
  return matched;
}

/**
 * Places recordings on one clock by a maximum spanning tree (Kruskal) of the largest group that is connected. A match
 * weighs as much as it is long and sure: a sentence that two events share is exact, but short. Two groups are joined
 * only if enough of their recordings match. Matches that close a circle check it; what they contradict is half as sure.
 * The clock is that of the longest recording, from the start of the earliest on.
 * @returns in the order of the recordings; null for those that don't belong
 */
export function placeRecordings(
  recordings: readonly SyncFeatures[],
  pairs: readonly MatchedPair[],
): (Placement | null)[] {
  const weightOf = ({ first, second, match }: MatchedPair) =>
    match.confidence * overlapOf(recordings[first]!, recordings[second]!, match.offset);
  const byWeight = pairs.toSorted((a, b) => weightOf(b) - weightOf(a));
  const groups = recordings.map((_, i) => new Set([i]));
  const tree: MatchedPair[] = [];
  for (const pair of byWeight) {
    const [one, other] = [groups[pair.first]!, groups[pair.second]!];
    if (one === other || !isConfirmed(recordings, pairs, tree, pair)) continue;
    tree.push(pair);
    const joined = new Set([...one, ...other]);
    for (const member of joined) groups[member] = joined;
  }
  const group = groups.reduce((most, next) => (next.size > most.size ? next : most));
  if (group.size < 2) return recordings.map(() => null);
  const longest = [...group].reduce((most, next) =>
    secondsOf(recordings[next]!) > secondsOf(recordings[most]!) ? next : most,
  );
  const placed = walk(longest, tree);
  for (const { first, second, match } of pairs) {
    const [one, other] = [placed.get(first), placed.get(second)];
    if (!one || !other || differenceAt(recordings[second]!, compose(one, match), other) <= CYCLE_TOLERANCE) continue;
    // The less sure of the two is the one in doubt.
    const doubted = one.confidence < other.confidence ? one : other;
    doubted.confidence /= 2;
  }
  const earliest = Math.min(...[...placed.values()].map(({ offset }) => offset));
  return recordings.map((_, i) => {
    const place = placed.get(i);
    return place ? { ...place, offset: place.offset - earliest } : null;
  });
}

/**
 * Whether enough matches between the groups of two recordings agree with theirs, one of them over more than a short
 * overlap. A single recording needs no other.
 */
function isConfirmed(
  recordings: readonly SyncFeatures[],
  pairs: readonly MatchedPair[],
  tree: readonly MatchedPair[],
  { first, second, match }: MatchedPair,
): boolean {
  const [ours, theirs] = [walk(first, tree), walk(second, tree)];
  if (ours.size === 1 || theirs.size === 1) return true;
  let [together, confirmed, longest] = [0, 0, 0];
  for (const [one, place] of ours) {
    for (const [other, inner] of theirs) {
      const joined = compose(match, inner);
      const seconds = Math.max(0, overlapOf(recordings[one]!, recordings[other]!, joined.offset - place.offset));
      together += seconds;
      const found = relationOf(pairs, one, other);
      if (!found || differenceAt(recordings[other]!, compose(place, found), joined) > CYCLE_TOLERANCE) continue;
      confirmed += seconds;
      longest = Math.max(longest, seconds);
    }
  }
  return longest >= MIN_DISTINCT_OVERLAP && confirmed >= MIN_CONFIRMED * together;
}

/** The clock of the second of two recordings by that of the first; undefined if they don't match. */
function relationOf(pairs: readonly MatchedPair[], one: number, other: number): ClockRelation | undefined {
  for (const { first, second, match } of pairs) {
    if (first === one && second === other) return match;
    if (first === other && second === one) return inverse(match);
  }
  return undefined;
}

/** Placements from a recording on along the tree; each is as sure as the weakest match on its way. */
function walk(start: number, tree: readonly MatchedPair[]): Map<number, Placement> {
  const placed = new Map<number, Placement>([[start, { offset: 0, driftPpm: 0, confidence: 1 }]]);
  for (const index of placed.keys()) {
    const place = placed.get(index)!;
    for (const { first, second, match } of tree) {
      const other = index === first ? second : index === second ? first : undefined;
      if (other === undefined || placed.has(other)) continue;
      const relation = index === first ? match : inverse(match);
      placed.set(other, { ...compose(place, relation), confidence: Math.min(place.confidence, match.confidence) });
    }
  }
  const confidences = [...placed].filter(([index]) => index !== start).map(([, { confidence }]) => confidence);
  placed.get(start)!.confidence = Math.max(...confidences);
  return placed;
}

/** Distance of two placements in the middle of a recording, in seconds. */
function differenceAt(recording: SyncFeatures, one: ClockRelation, other: ClockRelation): number {
  const middle = secondsOf(recording) / 2;
  return Math.abs(one.offset - other.offset + (middle * (one.driftPpm - other.driftPpm)) / 1e6);
}
