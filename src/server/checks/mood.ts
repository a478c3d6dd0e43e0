import type { QuoteWord } from '../evidence/citations/quote-words.ts';
import { isPastForm, verbForm } from './verb-forms.ts';

/** With forms of reported speech. */
const FUTURE =
  /(?<!\p{L})(?:will|won['’]t|shall|would|going to|gonna|about to|werde|wirst|wird|werden|werdet|würden?|sollen?)(?!\p{L})/iu;
const SHORT_FUTURE = /\p{L}['’]ll(?!\p{L})/iu;
const INTENDED =
  /(?<!\p{L})(?:(?:plan|plans|planned|planning|hope|hopes|hoped|hoping|want|wants|wanted|intend|intends|intended|aim|aims|aimed|promise|promises|promised|expect|expects|expected|propose|proposes|proposed) to|planen|plant|plane|beabsichtigen?|beabsichtigt|hofft|hoffen|wollen|wolle)(?!\p{L})/iu;
/** With “can”, which reported speech makes “could”. */
const POSSIBLE = /(?<!\p{L})(?:could|might|can|cannot|can['’]t|könne|könnten?|kann|können|dürften?)(?!\p{L})/iu;
/** Not the month. */
const MAY = /(?<!\p{L})may(?!\p{L})/u;
const PAST_AUXILIARY = /(?<!\p{L})(?:was|were|has|have|had|did|hat|haben|hatten?|wurden?|worden|waren?)(?!\p{L})/iu;

/** A text with the forms of its verbs. */
interface Read {
  text: string;
  words: readonly QuoteWord[];
}

/** How a statement and its source differ in tense or mood: the words of each; undefined if they don't. */
export interface MoodDifference {
  quote: string;
  finding: string;
}

/**
 * Compares whether something has happened, will happen, is intended, or is possible. What will be raised has not been
 * raised, and what could be raised need not be. The present fits the past and the future. Reads English and German.
 * Pure.
 */
export function moodDifference(statement: Read, source: Read): MoodDifference | undefined {
  for (const [isMood, isStated] of [
    [POSSIBLE, MAY],
    [INTENDED, undefined],
  ] as const) {
    const [own, other] = [statement, source].map(({ text }) => (isMood.exec(text) ?? isStated?.exec(text))?.[0] ?? '');
    // Hedges of the source alone are omitted words; see matchStatement.
    if (own && !other) return { quote: own, finding: futureOf(source.text) };
  }
  const [own, other] = [futureOf(statement.text), futureOf(source.text)];
  if (own && !other && isPast(source, statement)) return { quote: own, finding: '' };
  if (!own && other && !INTENDED.test(statement.text) && isPast(statement, source))
    return { quote: '', finding: other };
  return undefined;
}

const futureOf = (text: string): string => (FUTURE.exec(text) ?? SHORT_FUTURE.exec(text))?.[0] ?? '';

/** Whether a text states that something has happened: by an auxiliary, or by a verb that the other has otherwise. */
function isPast({ text, words }: Read, other: Read): boolean {
  if (PAST_AUXILIARY.test(text)) return true;
  const keys = new Set(other.words.map(({ key }) => key));
  const forms = new Set(other.words.map((one) => verbForm(other.text, one)));
  return words.some((one) => isPastForm(one.key) && !keys.has(one.key) && forms.has(verbForm(text, one)));
}
