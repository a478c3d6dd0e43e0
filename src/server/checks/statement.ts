import { meaningfulTerms } from '../../attribution/meaningful-terms.ts';
import { isMonth } from '../../core/texts/stated-dates.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { isDecisive, type QuoteWord, quoteWordsOf } from '../evidence/citations/quote-words.ts';
import { verbForm } from './verb-forms.ts';

/** A statement whose words are read. */
export interface Statement {
  text: string;
  words: readonly QuoteWord[];
  content: readonly ContentWord[];
  decisive: ReadonlySet<string>;
  isHedged: boolean;
  isConditional: boolean;
}

/** A word of a statement that a source must have. */
export interface ContentWord {
  word: QuoteWord;
  terms: readonly string[];
  /** See {@link verbForm}. */
  form: string;
  isQuantity: boolean;
  isName: boolean;
}

/** Words that carry no content in reported speech. */
export const LIGHT = new Set(
  termsOf(
    'that would will should could may might have has had been being dass sei seien habe haben hätte hätten werde würde würden könne müsse solle wolle dürfe worden wurde one laut demnach zudem außerdem also there this today',
  ),
);
export const NEGATIONS = new Set(
  'no not never none nobody nothing neither nor without cannot nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder'.split(
    ' ',
  ),
);
export const UNITS = new Set(['dollar', 'euro', 'pound', 'yen', 'percent']);
const LIMITS = new Set(
  'most least more less over under about around mehr weniger mindestens hochstens rund etwa uber unter'.split(' '),
);
const HEDGES =
  /(?<!\p{L})(?:might|could|would|maybe|perhaps|possibly|probably|likely|allegedly|plans?|hopes?|wants?|könnten?|würden?|vielleicht|möglicherweise|wahrscheinlich|angeblich|wohl|soll(?:en)?)(?!\p{L})/iu;
/** Not the month. */
const MAY = /(?<!\p{L})may(?!\p{L})/u;
const CONDITIONS = /(?<!\p{L})(?:if|unless|provided|wenn|falls|sofern|es sei denn)(?!\p{L})/iu;

/** Reads the content words of a statement. Pure. */
export function readStatement(text: string): Statement {
  const words = quoteWordsOf(text);
  return {
    text,
    words,
    content: contentOf(text, words),
    decisive: decisiveOf(words),
    isHedged: HEDGES.test(text) || MAY.test(text),
    isConditional: CONDITIONS.test(text),
  };
}

function contentOf(text: string, words: readonly QuoteWord[]): ContentWord[] {
  const content = new Set(meaningfulTerms(text));
  return words.flatMap((word, i): ContentWord[] => {
    const isQuantity = /\d/.test(word.key);
    const written = text.slice(word.start, word.end);
    if (isQuantity || UNITS.has(word.key))
      return [{ word, terms: [word.key], form: word.key, isQuantity, isName: false }];
    const terms = termsOf(written, 'query').filter((term) => content.has(term));
    const isName = i > 0 && /^[^\p{L}]*\p{Lu}/u.test(written) && !/[.!?:]["”]?\s*$/.test(text.slice(0, word.start));
    // “May” is a month.
    const isLight = terms.every((term) => LIGHT.has(term)) && !(isName && isMonth(word.key));
    if (isLight) return [];
    return [{ word, terms, form: verbForm(text, word), isQuantity: false, isName }];
  });
}

/** Negations as one, and words such as “only” and “almost”. */
export function decisiveOf(words: readonly QuoteWord[]): Set<string> {
  const negations = words.filter(({ key }) => NEGATIONS.has(key)).length;
  const others = words.filter(
    ({ key }) => !NEGATIONS.has(key) && !UNITS.has(key) && !/\d/.test(key) && (isDecisive(key) || LIMITS.has(key)),
  );
  return new Set([...(negations % 2 === 1 ? ['not'] : []), ...others.map(({ key }) => key)]);
}

/** Whether a word is a number, a date, or a unit. */
export function isAmount({ word, isQuantity }: ContentWord): boolean {
  return isQuantity || UNITS.has(word.key);
}

/** Hedges and conditions of a sentence that a statement omits; empty for none. */
export function limitsOf(sentence: string, { isHedged, isConditional }: Statement): string {
  const hedge = isHedged ? undefined : (HEDGES.exec(sentence) ?? MAY.exec(sentence))?.[0];
  const condition = isConditional ? undefined : CONDITIONS.exec(sentence);
  if (condition) return sentence.slice(condition.index).split(/[,;.]/)[0]!.trim();
  return hedge ?? '';
}
