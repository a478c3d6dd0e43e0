import type { Store } from '../../db/index.ts';
import { termCounter } from '../../db/terms.ts';
import type { TextScope } from '../../db/text-index.ts';
import { inverseDocumentFrequency, rankByBm25 } from './bm25.ts';
import {
  INDEX_QUERY_LIMIT,
  type IndexQuery,
  MAX_CANDIDATES,
  planIndexQueries,
  type WeightedTerm,
} from './index-queries.ts';
import { excludedTerms, isExact, type ParsedQuery, phrasesOf, satisfies, termsOfPhrases } from './query.ts';
import { similarTerms } from './spelling.ts';

/** Hits below this share of the best score match only common words of the query. */
const MIN_SCORE_SHARE = 0.15;

const MAX_COMPLETIONS = 12;

/** Returns the ids of segments in scope that match the query's terms, ranked by BM25. @param only ids to choose from; null for all */
export function rankByKeywords(
  search: Store['search'],
  scope: TextScope,
  query: ParsedQuery,
  limit: number,
  only: ReadonlySet<number> | null = null,
): number[] {
  const terms = weightTerms(search, query);
  if (terms.length === 0) return [];
  const ids = new Set<number>();
  const excluded = excludedTerms(query);
  for (const lookup of isExact(query) ? exactQueries(query) : planIndexQueries(terms)) {
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
  return ranked
    .filter((document) => document.score >= floor)
    .slice(0, limit)
    .map((document) => document.id);
}

function exactQueries({ phrases, required }: ParsedQuery): IndexQuery[] {
  return [{ terms: [...new Set([...termsOfPhrases(phrases), ...required])], limit: MAX_CANDIDATES }];
}

/** Weights the indexed terms of a query; replaces unknown ones with completions or similar spellings. */
function weightTerms(search: Store['search'], query: ParsedQuery): WeightedTerm[] {
  const total = search.size();
  const weights = new Map<string, number>();
  const add = (term: string) => {
    const holding = search.frequency(term);
    if (holding > 0) weights.set(term, inverseDocumentFrequency(holding, total));
    return holding > 0;
  };
  query.terms.forEach((term, i) => {
    if (add(term)) return;
    const last = i === query.terms.length - 1 ? query.lastWord : null;
    const instead = last ? search.termsBeginning(last, MAX_COMPLETIONS) : [];
    for (const other of instead.length > 0 ? instead : similarTerms(search, term)) add(other);
  });
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
