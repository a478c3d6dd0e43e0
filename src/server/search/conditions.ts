import type { ModuleName } from '../../contract/analysis/modules.ts';
import { labelsOfWord } from '../../core/labels/label-words.ts';
import { soundsOfWord } from '../../core/labels/sound-words.ts';
import { readCameraValue } from '../../core/query/camera.ts';
import { MODULES_OF_FIELD } from '../../core/query/fields.ts';
import type { QueryGroup } from '../../core/query/groups.ts';
import type { ConditionLeaf, WordsLeaf } from '../../core/query/parse.ts';
import type { Store } from '../../db/index.ts';
import { termCounter } from '../../db/text-index/term-counts.ts';
import { cameraTerm } from '../../db/text-index/terms.ts';
import type { TextScope } from '../../db/text-index/text-index.ts';
import { inverseDocumentFrequency, rankByBm25 } from './bm25.ts';
import { type KnownTerm, knownTerms } from './known-terms.ts';
import { excludedTerms, type ParsedQuery, phrasesOf, satisfies, toQuery } from './query.ts';

/** Maximum number of findings of the rarest condition, the newest; and of each other one, in the videos of those. */
export const MAX_FINDINGS = { first: 1000, further: 10_000 };

/** Condition of a query as the index answers it: findings of any of `queries`. */
export interface IndexedCondition {
  modules: readonly ModuleName[];
  queries: readonly ParsedQuery[];
  /** Whether a finding may have it by similarity, if none has it by keywords. */
  canBeMeant: boolean;
}

/** Translates a condition. A value of `sees:` and `hears:` also stands for the labels that the word names. */
export function indexCondition(
  { field, value, isPhrase }: ConditionLeaf & { field: keyof typeof MODULES_OF_FIELD },
  excludedWords: readonly WordsLeaf[],
): IndexedCondition {
  if (field === 'camera') return cameraCondition(value, excludedWords);
  const labels = field === 'sees' ? labelsOfWord(value) : field === 'hears' ? soundsOfWord(value) : [];
  const texts = [...new Set([value.toLowerCase(), ...labels])];
  // Labels are compared by stems, so that "traffic lights" finds one.
  const isExact = isPhrase && field !== 'sees' && field !== 'hears';
  return {
    modules: MODULES_OF_FIELD[field],
    queries: texts.map((text) => {
      const required = isExact ? [] : [{ text, isPhrase: false }];
      const excluded = excludedWords.map(({ text, isPhrase }) => ({ text, isPhrase }));
      return toQuery({ text: isExact ? `"${text}"` : text, required, excluded });
    }),
    canBeMeant: !isPhrase && labels.length === 0,
  };
}

function cameraCondition(value: string, excludedWords: readonly WordsLeaf[]): IndexedCondition {
  const movement = readCameraValue(value);
  const query = toQuery({ text: '', required: [], excluded: [...excludedWords] });
  const queries = movement ? [{ ...query, demanded: [{ word: value, pattern: cameraTerm(movement) }] }] : [];
  return { modules: MODULES_OF_FIELD.camera, queries, canBeMeant: false };
}

/** Words of a query beside its fields, ranked like a query of words alone; null if there are none. */
export function queryOfWords({ words, excludedWords }: QueryGroup): ParsedQuery | null {
  if (words.length === 0) return null;
  return toQuery({
    text: words.map(({ text, isPhrase }) => (isPhrase ? `"${text}"` : text)).join(' '),
    required: words.filter(({ isRequired }) => isRequired),
    excluded: excludedWords,
  });
}

/** Estimated number of findings, to begin with the rarest condition. */
export function estimate(search: Store['search'], { queries }: IndexedCondition): number {
  const counts = queries.map((query) => Math.min(...demandedTerms(search, query).map(({ count }) => count)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns ids of findings that satisfy a condition, at most `limit`. */
export function findCondition(
  search: Store['search'],
  scope: TextScope,
  { modules, queries }: IndexedCondition,
  limit: number,
): number[] {
  const ids = new Set<number>();
  for (const query of queries) {
    const terms = demandedTerms(search, query).map(({ pattern }) => pattern);
    if (terms.length === 0) continue;
    if (ids.size >= limit) break;
    const found = search.matching({ ...scope, modules }, terms, limit - ids.size, excludedTerms(query));
    for (const id of confirmed(search, found, phrasesOf(query))) ids.add(id);
  }
  return [...ids];
}

/** BM25 scores of findings under a condition: under the best of its alternatives. */
export function scoreCondition(
  search: Store['search'],
  { queries }: IndexedCondition,
  ids: readonly number[],
): Map<number, number> {
  const countTerms = termCounter(
    new Set(queries.flatMap((query) => demandedTerms(search, query).map(({ pattern }) => pattern))),
  );
  const documents = search.texts(ids).map(({ id, content }) => ({ id, ...countTerms(content) }));
  const scores = new Map<number, number>();
  if (documents.length === 0) return scores;
  const total = search.size();
  for (const query of queries) {
    const weights = new Map(
      demandedTerms(search, query).map(({ pattern, count }) => [pattern, inverseDocumentFrequency(count, total)]),
    );
    for (const { id, score } of rankByBm25(documents, weights)) scores.set(id, Math.max(score, scores.get(id) ?? 0));
  }
  return scores;
}

const lookedUp = new WeakMap<ParsedQuery, readonly KnownTerm[]>();

/** Terms that the index must have for a query; looked up once. */
function demandedTerms(search: Store['search'], query: ParsedQuery): readonly KnownTerm[] {
  const known = lookedUp.get(query) ?? knownTerms(search, query.demanded);
  lookedUp.set(query, known);
  return known;
}

/** Those that have the phrases in order and nothing that is excluded. */
export function confirmed(search: Store['search'], ids: readonly number[], query: ParsedQuery): readonly number[] {
  if (query.phrases.length + query.excluded.length === 0) return ids;
  return search
    .texts(ids)
    .filter(({ content }) => satisfies(content, query))
    .map(({ id }) => id);
}
