import { readWords } from '../../base/words/read-words.ts';
import type { UnknownWord } from '../../contract/search/search.ts';
import { quoteValue } from '../../core/query/complete.ts';
import type { Store } from '../../db/index.ts';
import { queryTermsOf } from '../../db/text-index/query-terms.ts';
import { alternativesOf, type TermPattern } from '../../db/text-index/term-counts.ts';
import { stemOf } from '../../db/text-index/terms.ts';
import type { TextScope } from '../../db/text-index/text-index.ts';
import { knownTerms } from './known-terms.ts';
import { MAX_COMPARED, typoDistance } from './spelling.ts';
import { statedWords } from './stated-words.ts';

/** Name that a field of the query language finds. */
export interface NamedField {
  field: 'speaker' | 'person';
  name: string;
}

type Vocabulary = Pick<Store['search'], 'frequency' | 'termsBeginning' | 'hasCompounds' | 'matching' | 'texts'>;

/** Words of a query that are looked up. */
const MAX_WORDS = 8;
/** Letters of a word from which one mistake is likely, and from which two are. */
const MIN_LENGTH = { one: 4, two: 6 };
/** Shortest word that is named as unknown. */
const MIN_UNKNOWN_LENGTH = 3;
/** Similar terms whose spelling is looked up in the findings, and how many are offered. */
const MAX_LOOKED_UP = 12;
const MAX_OFFERED = 3;

/**
 * Returns the words of a text that no finding in scope contains, with near spellings of words that findings contain,
 * the nearest first.
 * @param kind which words count besides those written as names: all if the text found nothing, a word alone, or none in
 * a question
 * @param named people and speakers, whose names no finding need contain
 */
export function unknownWords(
  search: Vocabulary,
  scope: TextScope,
  text: string,
  { kind, named }: { kind: 'all' | 'alone' | 'names'; named: readonly NamedField[] },
): UnknownWord[] {
  const stated = statedWords(text);
  return stated
    .filter(
      ({ word, isName }) =>
        word.length >= MIN_UNKNOWN_LENGTH && (isName || kind === 'all' || (kind === 'alone' && stated.length === 1)),
    )
    .slice(0, MAX_WORDS)
    .filter(({ word }) => !isKnown(search, scope, word))
    .map(({ word, start }) => ({
      word,
      start,
      end: start + word.length,
      spellings: [...fieldsNamed(named, word), ...nearSpellings(search, scope, word)].slice(0, MAX_OFFERED),
    }));
}

function isKnown(search: Vocabulary, scope: TextScope, word: string): boolean {
  const patterns = knownTerms(search, queryTermsOf(word)).filter(({ count }) => count > 0);
  if (patterns.some(({ pattern }) => isInScope(search, scope, pattern))) return true;
  // The word may be unfinished.
  const beginning = readWords(word).at(-1)?.text ?? word.toLowerCase();
  return search.termsBeginning(beginning, MAX_LOOKED_UP).some((term) => isInScope(search, scope, term));
}

function isInScope(search: Vocabulary, scope: TextScope, pattern: TermPattern): boolean {
  return alternativesOf(pattern).some((term) => search.matching(scope, [term], 1, []).length > 0);
}

/** Fields with a name that has the word, or nearly. */
function fieldsNamed(named: readonly NamedField[], word: string): string[] {
  const folded = readWords(word)[0]?.text ?? '';
  const most = mistakesIn(folded);
  const isNear = ({ text }: { text: string }) => typoDistance(folded, text, most) <= most;
  return named
    .filter(({ name }) => readWords(name).some(isNear))
    .map(({ field, name }) => `${field}:${quoteValue(name)}`);
}

/** Number of mistakes that are likely in a word. */
function mistakesIn({ length }: string): number {
  return length >= MIN_LENGTH.two ? 2 : length >= MIN_LENGTH.one ? 1 : 0;
}

/** Spellings are read from findings in scope: the index has stems, and words of other users. */
function nearSpellings(search: Vocabulary, scope: TextScope, word: string): string[] {
  const term = stemOf(readWords(word)[0]?.text ?? '');
  const most = mistakesIn(term);
  if (most === 0) return [];
  const near = search
    .termsBeginning(term.slice(0, 1), MAX_COMPARED)
    .filter((other) => other !== term && Math.abs(other.length - term.length) <= most)
    .map((other) => ({ other, distance: typoDistance(term, other, most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  const offered = new Set<string>();
  for (const { other } of near.slice(0, MAX_LOOKED_UP)) {
    const [id] = search.matching(scope, [other], 1, []);
    const content = id === undefined ? '' : (search.texts([id])[0]?.content ?? '');
    const written = content.match(/[\p{L}\p{N}]+/gu)?.find((one) => stemOf(readWords(one)[0]?.text ?? '') === other);
    if (written !== undefined) offered.add(/^\p{Lu}+$/u.test(written) ? written.toLowerCase() : written);
    if (offered.size === MAX_OFFERED) break;
  }
  return [...offered];
}
