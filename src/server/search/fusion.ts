/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): each ranking gives an item 1 / (K + rank). Ranks
 * are all it takes, so scores of different kinds need no common scale.
 */
const K = 60;

/** The items of all `rankings` (best first, each item once), best first; ties go to the one that came up first. */
export function fuseRankings<Item>(rankings: readonly (readonly Item[])[]): Item[] {
  const scores = new Map<Item, number>();
  for (const ranking of rankings) {
    ranking.forEach((item, i) => {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + i + 1));
    });
  }
  return [...scores].sort((a, b) => b[1] - a[1]).map(([item]) => item);
}
