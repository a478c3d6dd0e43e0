/** A query's term with its weight (inverse document frequency). */
export interface WeightedTerm {
  term: string;
  weight: number;
}

/** A look into the text index: segments that hold all of `terms`, at most `limit`, newest first. */
export interface IndexQuery {
  terms: string[];
  limit: number;
}

/** Terms that weigh less than this share of the heaviest one (stop-words, mostly) only rank what others find. */
const MIN_WEIGHT_SHARE = 0.4;

/** How many segments are ranked. To read and score one takes some microseconds. */
export const MAX_CANDIDATES = 1000;

/** How many terms are looked up on their own, and how many in pairs. */
const MAX_SINGLE_TERMS = 6;
const MAX_PAIRED_TERMS = 4;

/** Segments asked for in one look. */
const INDEX_QUERY_LIMIT = 500;

/**
 * Which looks into the index find what BM25 would rank on top, at a bounded cost however common the words are: all
 * terms together, pairs of telling terms, each telling term, the most telling first. To be followed until there are
 * {@link MAX_CANDIDATES}: only where more segments hold the words do the newest stand for all.
 */
export function planIndexQueries(terms: readonly WeightedTerm[]): IndexQuery[] {
  const byWeight = terms.toSorted((a, b) => b.weight - a.weight);
  const heaviest = byWeight[0]?.weight ?? 0;
  const telling = byWeight.filter((term) => term.weight >= heaviest * MIN_WEIGHT_SHARE).slice(0, MAX_SINGLE_TERMS);
  const lookups: IndexQuery[] = [];
  if (byWeight.length > 1) lookups.push({ terms: byWeight.map((term) => term.term), limit: INDEX_QUERY_LIMIT });
  const paired = telling.slice(0, MAX_PAIRED_TERMS);
  if (byWeight.length > 2) {
    paired.forEach((a, i) => {
      for (const b of paired.slice(i + 1)) lookups.push({ terms: [a.term, b.term], limit: INDEX_QUERY_LIMIT });
    });
  }
  for (const { term } of telling) lookups.push({ terms: [term], limit: MAX_CANDIDATES });
  return lookups;
}
