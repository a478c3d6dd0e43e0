/** A group of observations: the sum of their embeddings, weighted by seconds. */
export interface Group {
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
 * All merges of average linkage in order of distance, by the nearest-neighbor chain algorithm (Müllner 2011, "Modern
 * hierarchical, agglomerative clustering algorithms", 3.2), in time and memory of the square of the number of groups.
 */
export function mergesOf(groups: readonly Group[]): Merge[] {
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

/** Groups after these merges. Pure. */
export function applyMerges(groups: readonly Group[], merges: readonly Merge[]): Group[] {
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
    absorb(known, group);
  });
  return [...merged.values()];
}

/** Adds a group to another one. */
export function absorb(into: Group, { sum, seconds, members }: Group): void {
  for (let k = 0; k < sum.length; k++) into.sum[k]! += sum[k]!;
  into.seconds += seconds;
  into.members.push(...members);
}

/** Cosine similarity of the mean embeddings of two groups. */
export function similarity(a: Group, b: Group): number {
  let dot = 0;
  for (let i = 0; i < a.sum.length; i++) dot += a.sum[i]! * b.sum[i]!;
  return dot / Math.hypot(...a.sum) / Math.hypot(...b.sum);
}
