import type { SameVoice } from '../../../models/speakers/index.ts';
import { absorb, applyMerges, type Group, mergesOf, similarity } from './hierarchy.ts';

/** A piece of speech to be clustered. */
export interface Observation {
  /** Unit vector. */
  embedding: Float32Array;
  /** Seconds of speech that it stands for. */
  seconds: number;
}

export interface ClusteringOptions {
  /** Mean cosine distance above which two clusters are different speakers. */
  maxDistance: number;
  /** Number of speakers; null to find it. */
  count: number | null;
  /** Similarity from which on two clusters are one speaker after all; undefined to leave them apart. */
  sameVoice?: SameVoice | undefined;
}

/** Less speech than this makes no speaker: mixtures of two voices and noises form small clusters of their own. */
const MIN_SPEAKER_SECONDS = 2.5;
/**
 * The same if the number of speakers is given: a speaker of few words is then more likely than a voice of two sounds.
 */
const MIN_GIVEN_SECONDS = 0.8;
/** Less speech than this is a fragment: its mean embedding depends on what was said. */
const MAX_FRAGMENT_SECONDS = 8;
/** Number of observations that are clustered at once; the distances between them take its square in memory. */
const BLOCK_SIZE = 1000;
/** Share of `maxDistance` up to which the observations of a block are merged before those of different blocks. */
const BLOCK_DISTANCE = 0.6;

/**
 * Groups observations by speaker: agglomerative clustering with average linkage on cosine distance, as is usual for
 * speaker diarization (Park et al. 2022, "A review of speaker diarization", 2.5). A voice that varies much falls into
 * several groups, which are joined by their mean embeddings. Groups too small for a speaker join the nearest one. Long
 * recordings are clustered in blocks first, so that memory stays flat. Pure.
 * @returns the cluster of each observation, 0 and up in order of appearance
 */
export function clusterSpeakers(observations: readonly Observation[], options: ClusteringOptions): number[] {
  if (observations.length === 0) return [];
  const groups = observations.map(({ embedding, seconds }, i): Group => {
    const sum = Float64Array.from(embedding, (value) => value * seconds);
    return { sum, seconds, members: [i] };
  });
  const speakers = joinFragments(cut(reduceBlocks(groups, options.maxDistance), options), options);
  return labelsOf(absorbSmall(speakers, options.count), observations.length);
}

/** Merges the near observations of each block, until one block holds all groups. */
function reduceBlocks(all: Group[], maxDistance: number): Group[] {
  let groups = all;
  while (groups.length > BLOCK_SIZE) {
    const reduced: Group[] = [];
    for (let at = 0; at < groups.length; at += BLOCK_SIZE) {
      const block = groups.slice(at, at + BLOCK_SIZE);
      const near = mergesOf(block).filter(({ distance }) => distance <= maxDistance * BLOCK_DISTANCE);
      reduced.push(...applyMerges(block, near));
    }
    // Voices that resemble nothing else can't be reduced; the largest groups stand for them.
    groups =
      reduced.length < groups.length ? reduced : reduced.sort((a, b) => b.seconds - a.seconds).slice(0, BLOCK_SIZE);
  }
  return groups;
}

/** Cuts the hierarchy at the threshold, or below it where it has too few speakers. */
function cut(groups: Group[], { maxDistance, count }: ClusteringOptions): Group[] {
  const merges = mergesOf(groups);
  let mergeCount = merges.filter(({ distance }) => distance <= maxDistance).length;
  let cutGroups = applyMerges(groups, merges.slice(0, mergeCount));
  const speakers = () => cutGroups.filter(({ seconds }) => seconds >= MIN_GIVEN_SECONDS).length;
  while (count !== null && mergeCount > 0 && speakers() < count) {
    mergeCount--;
    cutGroups = applyMerges(groups, merges.slice(0, mergeCount));
  }
  return cutGroups;
}

/**
 * Joins groups whose mean embeddings are those of one voice, the most similar first. The average distance of windows
 * can't tell: it includes how much each of the two voices varies.
 */
function joinFragments(found: readonly Group[], { sameVoice, count }: ClusteringOptions): Group[] {
  if (!sameVoice) return [...found];
  const minimum = minSecondsOf(count);
  const groups = found.filter(({ seconds }) => seconds >= minimum);
  const tiny = found.filter(({ seconds }) => seconds < minimum);
  while (groups.length > (count ?? 1)) {
    const pairs = groups.flatMap((a, i) => groups.slice(0, i).map((b) => ({ a, b, score: similarity(a, b) })));
    const same = pairs.filter(({ a, b, score }) => {
      const isFragment = Math.min(a.seconds, b.seconds) < MAX_FRAGMENT_SECONDS;
      return score >= (isFragment ? sameVoice.fragment : sameVoice.whole);
    });
    if (same.length === 0) break;
    const { a, b } = same.reduce((best, pair) => (pair.score > best.score ? pair : best));
    groups.splice(groups.indexOf(a), 1);
    absorb(b, a);
  }
  return [...groups, ...tiny];
}

const minSecondsOf = (count: number | null): number => (count === null ? MIN_SPEAKER_SECONDS : MIN_GIVEN_SECONDS);

/**
 * Moves the members of groups too small for a speaker to the nearest speaker. If the number of speakers is given, those
 * are the largest groups: mixtures of voices are small. The largest group is always a speaker.
 */
function absorbSmall(groups: Group[], count: number | null): Group[] {
  const bySize = groups.toSorted((a, b) => b.seconds - a.seconds);
  const minimum = minSecondsOf(count);
  const isSpeaker = ({ seconds }: Group, i: number) => i === 0 || (seconds >= minimum && i < (count ?? bySize.length));
  const speakers = bySize.filter(isSpeaker);
  for (const small of bySize) {
    if (speakers.includes(small)) continue;
    const nearest = speakers.reduce((best, one) => (similarity(small, one) > similarity(small, best) ? one : best));
    nearest.members.push(...small.members);
  }
  return speakers;
}

function labelsOf(groups: readonly Group[], length: number): number[] {
  const clusters = new Int32Array(length).fill(-1);
  groups.forEach(({ members }, cluster) => {
    for (const member of members) clusters[member] = cluster;
  });
  const order = new Map<number, number>();
  return Array.from(clusters, (cluster) => {
    if (!order.has(cluster)) order.set(cluster, order.size);
    return order.get(cluster)!;
  });
}
