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
}

/** Less speech than this makes no speaker: mixtures of two voices and noises form small clusters of their own. */
const MIN_SPEAKER_SECONDS = 2.5;
/**
 * The same if the number of speakers is given: a speaker of few words is then more likely than a voice of two sounds.
 */
const MIN_GIVEN_SECONDS = 0.8;
/** Number of observations that are clustered at once; the distances between them take its square in memory. */
const BLOCK_SIZE = 1000;
/** Share of `maxDistance` up to which the observations of a block are merged before those of different blocks. */
const BLOCK_DISTANCE = 0.6;

/** A group of observations: the sum of their embeddings, weighted by seconds. */
interface Group {
  sum: Float64Array;
  seconds: number;
  members: number[];
}

/** A merge of two groups, by index; the result takes the index of the first. */
interface Merge {
  into: number;
  from: number;
  distance: number;
}

/**
 * Groups observations by speaker: agglomerative clustering with average linkage on cosine distance, as is usual for
 * speaker diarization (Park et al. 2022, "A review of speaker diarization", 2.5). Groups too small for a speaker join
 * the nearest one. Long recordings are clustered in blocks first, so that memory stays flat. Pure.
 * @returns the cluster of each observation, 0 and up in order of appearance
 */
export function clusterSpeakers(observations: readonly Observation[], options: ClusteringOptions): number[] {
  if (observations.length === 0) return [];
  const groups = observations.map(({ embedding, seconds }, i): Group => {
    const sum = Float64Array.from(embedding, (value) => value * seconds);
    return { sum, seconds, members: [i] };
  });
  const speakers = cut(reduceBlocks(groups, options.maxDistance), options);
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
  let kept = merges.filter(({ distance }) => distance <= maxDistance).length;
  let cutGroups = applyMerges(groups, merges.slice(0, kept));
  const speakers = () => cutGroups.filter(({ seconds }) => seconds >= MIN_GIVEN_SECONDS).length;
  while (count !== null && kept > 0 && speakers() < count) {
    kept--;
    cutGroups = applyMerges(groups, merges.slice(0, kept));
  }
  return cutGroups;
}

/**
 * All merges of average linkage in order of distance, by the nearest-neighbor chain algorithm (Müllner 2011, "Modern
 * hierarchical, agglomerative clustering algorithms", 3.2), in time and memory of the square of the number of groups.
 */
function mergesOf(groups: readonly Group[]): Merge[] {
  const size = groups.length;
  const distances = new Float32Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < a; b++) distances[a * size + b] = distances[b * size + a] = distanceOf(groups[a]!, groups[b]!);
  }
  const weights = groups.map(({ seconds }) => seconds);
  const active = new Set(groups.keys());
  const merges: Merge[] = [];
  const chain: number[] = [];
  while (active.size > 1) {
    if (chain.length === 0) chain.push(active.values().next().value!);
    const top = chain.at(-1)!;
    const before = chain.at(-2);
    // Ties go to the previous element, so that the chain ends.
    let nearest = before ?? -1;
    let distance = before === undefined ? Number.POSITIVE_INFINITY : distances[top * size + before]!;
    for (const other of active) {
      if (other === top || distances[top * size + other]! >= distance) continue;
      nearest = other;
      distance = distances[top * size + other]!;
    }
    if (nearest !== before) {
      chain.push(nearest);
      continue;
    }
    chain.length -= 2;
    const [into, from] = [Math.min(top, nearest), Math.max(top, nearest)];
    merges.push({ into, from, distance });
    active.delete(from);
    const [a, b] = [weights[into]!, weights[from]!];
    for (const other of active) {
      const mean = (a * distances[into * size + other]! + b * distances[from * size + other]!) / (a + b);
      distances[into * size + other] = distances[other * size + into] = mean;
    }
    weights[into] = a + b;
  }
  return merges.sort((a, b) => a.distance - b.distance);
}

/** Mean cosine distance between the members of two groups. */
function distanceOf(a: Group, b: Group): number {
  let dot = 0;
  for (let i = 0; i < a.sum.length; i++) dot += a.sum[i]! * b.sum[i]!;
  return 1 - dot / (a.seconds * b.seconds);
}

function applyMerges(groups: readonly Group[], merges: readonly Merge[]): Group[] {
  const parents = groups.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root]!;
    return root;
  };
  for (const { into, from } of merges) parents[rootOf(from)] = rootOf(into);
  const merged = new Map<number, Group>();
  groups.forEach((group, i) => {
    const root = rootOf(i);
    const known = merged.get(root);
    if (!known) {
      merged.set(root, { sum: group.sum.slice(), seconds: group.seconds, members: [...group.members] });
      return;
    }
    for (let k = 0; k < known.sum.length; k++) known.sum[k]! += group.sum[k]!;
    known.seconds += group.seconds;
    known.members.push(...group.members);
  });
  return [...merged.values()];
}

/**
 * Moves the members of groups too small for a speaker to the nearest speaker. If the number of speakers is given, those
 * are the largest groups: mixtures of voices are small. The largest group is always a speaker.
 */
function absorbSmall(groups: Group[], count: number | null): Group[] {
  const bySize = groups.toSorted((a, b) => b.seconds - a.seconds);
  const minimum = count === null ? MIN_SPEAKER_SECONDS : MIN_GIVEN_SECONDS;
  const isSpeaker = ({ seconds }: Group, i: number) => i === 0 || (seconds >= minimum && i < (count ?? bySize.length));
  const speakers = bySize.filter(isSpeaker);
  for (const small of bySize) {
    if (speakers.includes(small)) continue;
    const nearest = speakers.reduce((best, one) => (similarity(small, one) > similarity(small, best) ? one : best));
    nearest.members.push(...small.members);
  }
  return speakers;
}

function similarity(a: Group, b: Group): number {
  let dot = 0;
  for (let i = 0; i < a.sum.length; i++) dot += a.sum[i]! * b.sum[i]!;
  return dot / Math.hypot(...a.sum) / Math.hypot(...b.sum);
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
