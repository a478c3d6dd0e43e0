import type { Store } from '../../db/index.ts';
import { alternativesOf, termCounter } from '../../db/text-index/term-counts.ts';
import type { TextScope } from '../../db/text-index/text-index.ts';
import { inverseDocumentFrequency, rankByBm25 } from './bm25.ts';
import {
  INDEX_QUERY_LIMIT,
  type IndexQuery,
  MAX_CANDIDATES,
  planIndexQueries,
  type WeightedTerm,
} from './index-queries.ts';
import { knownTerms } from './known-terms.ts';
import { excludedTerms, isExact, type ParsedQuery, phrasesOf, satisfies } from './query.ts';
import { similarTerms } from './spelling.ts';

/** Hits below this share of the best score match only common words of the query. */
const MIN_SCORE_SHARE = 0.15;

const MAX_COMPLETIONS = 12;

/** Segment that contains terms of a query. */
export interface KeywordHit {
  id: number;
  /** Share of the weight of all the query's terms that the segment contains, 0 to 1. */
  share: number;
}

/**
 * Returns the segments in scope that match the query's terms, ranked by BM25. @param only ids to choose from; null for
 * all
 */
export function rankByKeywords(
  search: Store['search'],
  scope: TextScope,
  query: ParsedQuery,
  limit: number,
  only: ReadonlySet<number> | null = null,
): KeywordHit[] {
  const { terms, total } = weightTerms(search, query);
  if (terms.length === 0) return [];
  const ids = new Set<number>();
  const excluded = excludedTerms(query);
  for (const lookup of isExact(query) ? exactQueries(search, query) : planIndexQueries(terms)) {
    const left = Math.min(lookup.limit, MAX_CANDIDATES - ids.size);
    if (left === 0) break;
    const found = search.matching(scope, lookup.terms, left, excluded);
    if (lookup.also && found.length === left) {
      const best = search.matching(
        scope,
        [...lookup.terms, ...lookup.also],
        Math.min(left, INDEX_QUERY_LIMIT),
        excluded,
      );
      for (const id of best) ids.add(id);
    }
    for (const id of found) if (ids.size < MAX_CANDIDATES) ids.add(id);
  }
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  const countTerms = termCounter(new Set(weights.keys()));
  const phrases = phrasesOf(query);
  const documents = search
    .texts([...ids].filter((id) => only === null || only.has(id)))
    .filter((text) => satisfies(text.content, phrases))
    .map((text) => ({ id: text.id, ...countTerms(text.content) }));
  const ranked = rankByBm25(documents, weights);
  const floor = (ranked[0]?.score ?? 0) * MIN_SCORE_SHARE;
  const shares = new Map(documents.map(({ id, counts }) => [id, weightOf(counts.keys(), weights) / total]));
  return ranked
    .filter((document) => document.score >= floor)
    .slice(0, limit)
    .map(({ id }) => ({ id, share: shares.get(id)! }));
}

function weightOf(terms: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  return sum;
}

function exactQueries(search: Store['search'], { demanded }: ParsedQuery): IndexQuery[] {
  return [{ terms: knownTerms(search, demanded).map(({ pattern }) => pattern), limit: MAX_CANDIDATES }];
}

/**
 * Weights the indexed terms of a query; replaces unknown ones with completions or, except in names, similar spellings.
 * Words that stay unknown have the weight of the rarest in the total.
 */
function weightTerms(search: Store['search'], query: ParsedQuery): { terms: WeightedTerm[]; total: number } {
  const size = search.size();
  const weights = new Map<string, number>();
  let unknown = 0;
  const add = (pattern: string, holding: number) => {
    if (holding > 0) weights.set(pattern, inverseDocumentFrequency(holding, size));
  };
  for (const [i, { pattern, count }] of knownTerms(search, query.terms).entries()) {
    add(pattern, count);
    if (count > 0) continue;
    const last = i === query.terms.length - 1 ? query.lastWord : null;
    const completions = last ? search.termsBeginning(last, MAX_COMPLETIONS) : [];
    const isName = query.names.has(query.terms[i]!.word);
    const instead =
      completions.length > 0 ? completions : isName ? [] : similarTerms(search, alternativesOf(pattern)[0]!);
    for (const other of instead) add(other, search.frequency(other));
    if (instead.length === 0) unknown++;
  }
  const terms = [...weights].map(([term, weight]) => ({ term, weight }));
  const known = terms.reduce((sum, { weight }) => sum + weight, 0);
  return { terms, total: known + unknown * inverseDocumentFrequency(1, size) };
}
