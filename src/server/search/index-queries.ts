/** Query term with its inverse document frequency. */
export interface WeightedTerm {
  term: string;
  weight: number;
}

/** Query of the text index: at most `limit` segments that contain all `terms`, newest first. */
export interface IndexQuery {
  terms: string[];
  limit: number;
  /**
   * Terms that the segments to rank first contain as well, if there are as many as `limit`; otherwise all of them are
   * found anyway.
   */
  also?: string[];
}

/** Terms below this share of the highest weight, mostly stop words, only affect ranking. */
const MIN_WEIGHT_SHARE = 0.4;

/** Maximum number of segments ranked; reading and scoring one takes a few microseconds. */
export const MAX_CANDIDATES = 1000;

/** Maximum number of terms queried alone, and in pairs. */
const MAX_SINGLE_TERMS = 6;
const MAX_PAIRED_TERMS = 4;

/** Maximum number of segments per query of several terms. */
export const INDEX_QUERY_LIMIT = 500;

/**
 * Plans index queries that find the segments BM25 would rank highest, at a bounded cost even for common words: the
 * discriminative terms together (with the others only where there are too many, since the lists of stop words are as
 * long as the library), then pairs of them, then each, the most discriminative first. The caller stops at {@link
 * MAX_CANDIDATES}; beyond that, only the newest matching segments are ranked.
 */
export function planIndexQueries(terms: readonly WeightedTerm[]): IndexQuery[] {
  const byWeight = terms.toSorted((a, b) => b.weight - a.weight);
  const heaviest = byWeight[0]?.weight ?? 0;
  const discriminative = byWeight
    .filter((term) => term.weight >= heaviest * MIN_WEIGHT_SHARE)
    .slice(0, MAX_SINGLE_TERMS);
  const lookups: IndexQuery[] = [];
  const together = discriminative.map(({ term }) => term);
  const others = byWeight.map(({ term }) => term).filter((term) => !together.includes(term));
  const also = others.length > 0 && { also: others };
  if (together.length > 1) lookups.push({ terms: together, limit: INDEX_QUERY_LIMIT, ...also });
  const paired = discriminative.slice(0, MAX_PAIRED_TERMS);
  if (together.length > 2) {
    paired.forEach((a, i) => {
      for (const b of paired.slice(i + 1)) lookups.push({ terms: [a.term, b.term], limit: INDEX_QUERY_LIMIT });
    });
  }
  const isAlone = together.length === 1;
  for (const term of together) lookups.push({ terms: [term], limit: MAX_CANDIDATES, ...(isAlone && also) });
  return lookups;
}
