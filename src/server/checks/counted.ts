import { termsOf } from '../../db/text-index/terms.ts';
import type { QuoteWord } from '../evidence/citations/quote-words.ts';
import { isValue } from './correct-statement.ts';
import type { SourceSentence } from './sources.ts';
import { type ContentWord, readStatement, type Statement } from './statement.ts';

/** Words behind a number among which its noun stands: “200 old Dutch paintings”. */
const MAX_DISTANCE = 4;

/** Word behind a number: “doctors” of “120 doctors”. */
export function countedBy({ word }: ContentWord, { content, words }: Statement): ContentWord | undefined {
  const next = words[words.indexOf(word) + 1];
  return content.find((one) => one.word === next && !isValue(one.word));
}

/** Whether a word stands beside a number, or the number behind a label, as on slides: “New cranes: 14”. */
export function counts({ text, words }: SourceSentence, number: string, { terms }: ContentWord): boolean {
  const isCounted = (beside: QuoteWord | undefined) =>
    beside !== undefined && termsOf(text.slice(beside.start, beside.end)).some((term) => terms.includes(term));
  return words.some(
    ({ key, start }, i) =>
      key === number && (isCounted(words[i - 1]) || isCounted(words[i + 1]) || /:\s*$/.test(text.slice(0, start))),
  );
}

/** A sentence that has the number and the noun of a statement, but not together. */
type OtherCount = 'other_number' | 'other_thing';

/**
 * Whether a sentence counts something else with a number: “200 visitors see paintings” has no 200 paintings. It has
 * another number of the noun, or none; undefined if it may count the same. Pure.
 */
export function otherCount(
  number: ContentWord,
  statement: Statement,
  { text }: SourceSentence,
): OtherCount | undefined {
  const noun = countedBy(number, statement);
  if (!noun || !number.isQuantity) return undefined;
  const source = readStatement(text);
  const isNoun = ({ terms }: ContentWord) => terms.some((term) => noun.terms.includes(term));
  const nouns = source.content.filter(isNoun).map(({ word }) => source.words.indexOf(word));
  const places = source.content.filter(({ word }) => word.key === number.word.key);
  const isOther = (place: ContentWord) => {
    const at = source.words.indexOf(place.word);
    if (/:\s*$/.test(text.slice(0, place.word.start)) || nouns.includes(at - 1)) return false;
    const next = nouns.find((each) => each > at && each <= at + MAX_DISTANCE);
    if (next === undefined) return countedBy(place, source) !== undefined;
    const isGerman = /^\p{Lu}/u.test(text.slice(source.words[next]!.start));
    // The word directly before the noun belongs to it: “12 sales managers”.
    return source.words.slice(at + 1, next - 1).some(({ start, end }) => isHead(text.slice(start, end), isGerman));
  };
  if (nouns.length === 0 || places.length === 0 || !places.every(isOther)) return undefined;
  const isCounted = source.content.some(
    (one) => one.isQuantity && one.word.key !== number.word.key && isNoun(countedBy(one, source) ?? one),
  );
  return isCounted ? 'other_number' : 'other_thing';
}

/** Whether a word behind a number may be the noun that it counts: a plural in English, a capitalized word in German. */
function isHead(word: string, isGerman: boolean): boolean {
  return isGerman ? /^\p{Lu}/u.test(word) : /^(?:people|men|women|children|\p{L}{3,}(?<!ou|s|i)s)$/u.test(word);
}
