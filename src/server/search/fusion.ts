/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): each ranking adds 1 / (K + rank) to an item's
 * score. It uses ranks only, so the rankings' scores need no common scale.
 */
const K = 60;

/** Fuses `rankings` (best first, without duplicates) into one, best first; ties keep the order of appearance. */
export function fuseRankings<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<Item, number>();
  for (const ranking of rankings) {
    ranking.forEach((item, i) => {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + i + 1));
    });
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([item]) => item);
}
