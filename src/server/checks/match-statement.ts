import { termsOf } from '../../db/text-index/terms.ts';
import { isDecisive, type QuoteWord } from '../evidence/citations/quote-words.ts';
import { correctionOf, isValue, oppositesOf } from './correct-statement.ts';
import { otherCount } from './counted.ts';
import { moodDifference } from './mood.ts';
import { pronounSubject } from './pronoun-subject.ts';
import type { SourceSentence } from './sources.ts';
import { type ContentWord, decisiveOf, isAmount, limitsOf, NEGATIONS, type Statement } from './statement.ts';
import { verbForm } from './verb-forms.ts';

/** A statement in the writer's words compared with one sentence of a source. */
export interface StatementMatch {
  /** Share of its content that the sentence has, 0 to 1; another number or time counts half. */
  share: number;
  /** Whether the sentence has all of its content, with the same numbers and polarity. */
  isSame: boolean;
  /** Whether the sentence is about the same and states something else. */
  isNear: boolean;
  /** Whether the sentence differs in one amount, one date, or a negation only, so that both can't be true. */
  isContrary: boolean;
  /** Amounts and times of the statement in whose place the sentence has others. */
  contested: readonly ContentWord[];
  differences: { quote: string; finding: string }[];
  /** The statement with the number or the name of the source in place of its own; null if more differs. */
  corrected: string | null;
  /** Range of the sentence that has the content. */
  start: number;
  end: number;
  /** Words of the source that limit what it states and that the statement omits; empty for none. */
  omitted: string;
}

const MIN_SHARE = 0.6;
/** Credit for a number or a time where the sentence has another one in its place: it is about the same. */
const OTHER_VALUE_CREDIT = 0.5;
const MIN_MATCHED = 2;
const NO_MATCH: StatementMatch = {
  start: 0,
  end: 0,
  share: 0,
  isSame: false,
  isNear: false,
  isContrary: false,
  contested: [],
  differences: [],
  corrected: null,
  omitted: '',
};

/**
 * Compares a statement with one sentence of a source, by its content words, numbers, dates, and names in their normal
 * forms, and its polarity. Word by word it need not be the same; the order of names and numbers must be. Pure.
 */
export function matchStatement(statement: Statement, found: SourceSentence): StatementMatch {
  const { text: sentence, words: source } = found;
  const absent = new Set(statement.content.filter((one) => !hasContent(found, one)));
  const matched = statement.content.length - absent.size;
  if (matched < MIN_MATCHED) return NO_MATCH;
  const counts = new Set(
    statement.content.map((one) => (absent.has(one) ? undefined : otherCount(one, statement, found))),
  );
  if (counts.has('other_thing')) return NO_MATCH;
  const subject = absent.size === 0 ? [] : pronounSubject(statement, absent, found);
  const content = statement.content.filter((one) => !subject.includes(one));
  const missing = content.filter((one) => absent.has(one));
  if (matched + missing.length * OTHER_VALUE_CREDIT < content.length * MIN_SHARE) return NO_MATCH;
  const opposites = oppositesOf(statement, missing, found);
  const isAboutSame = content.filter((one) => !absent.has(one) && !isAmount(one)).length >= MIN_MATCHED;
  const others = opposites.filter(({ content: { word }, word: other }) => isAboutSame && other && isValue(word));
  const share = (matched + others.length * OTHER_VALUE_CREDIT) / content.length;
  if (share < MIN_SHARE) return NO_MATCH;
  const span = spanOf(statement, source, sentence);
  const spanWords = source.filter(({ start, end }) => start >= span.start && end <= span.end);
  const polarity = difference(statement.decisive, decisiveOf(spanWords));
  const isWhole = missing.length === 0;
  const isOrdered = inOrder(
    content.filter(({ isQuantity, isName }) => isQuantity || isName).map(({ word }) => word.key),
    source.map(({ key }) => key),
  );
  const isQuestion = /\?\s*$/.test(sentence) && !/\?\s*$/.test(statement.text);
  const omitted = limitsOf(sentence, statement);
  const mood = moodDifference(statement, {
    text: sentence.slice(span.start, span.end),
    words: wordsWithin(spanWords, span),
  });
  const isComparable = isOrdered && !counts.has('other_number') && !mood && !isQuestion && omitted === '';
  const corrected = polarity.length === 0 && !mood && isOrdered ? correctionOf(statement, opposites, found) : null;
  const isDenied = isWhole && polarity.length === 1 && polarity[0] === 'not';
  const differences = [
    ...opposites.map(({ quote, finding }) => ({ quote, finding })),
    ...(mood ? [mood] : []),
    ...polarity.map((key) => (statement.decisive.has(key) ? { quote: key, finding: '' } : { quote: '', finding: key })),
  ];
  return {
    start: span.first,
    end: span.last,
    share,
    isSame: isWhole && polarity.length === 0 && isComparable,
    isNear: true,
    isContrary: isComparable && (isDenied || (corrected !== null && others.length > 0)),
    contested: others.map(({ content: one }) => one),
    differences,
    corrected,
    omitted: isWhole && polarity.length === 0 && !mood ? omitted : '',
  };
}

/** Whether a sentence has a word of a statement, in some form. Pure. */
export function hasContent(
  { keys, terms, forms }: SourceSentence,
  { word, terms: own, form, isQuantity }: ContentWord,
): boolean {
  return keys.has(word.key) || (!isQuantity && (forms.has(form) || own.every((term) => terms.has(term))));
}

/** Range of a sentence from its first to its last word that the statement has, out to the ends of their clauses. */
function spanOf({ content, words }: Statement, source: readonly QuoteWord[], sentence: string) {
  const keys = new Set([
    ...content.map(({ word }) => word.key),
    ...words.filter(({ key }) => isDecisive(key)).map(({ key }) => key),
  ]);
  const terms = new Set(content.flatMap((one) => one.terms));
  const forms = new Set(content.map(({ form }) => form));
  const own = source.filter(
    (word) =>
      (keys.has(word.key) && !NEGATIONS.has(word.key)) ||
      forms.has(verbForm(sentence, word)) ||
      termsOf(sentence.slice(word.start, word.end)).some((term) => terms.has(term)),
  );
  if (own.length === 0) return { start: 0, end: sentence.length, first: 0, last: sentence.length };
  const before = [...sentence.slice(0, own[0]!.start).matchAll(/[,;:—–]\s/g)].at(-1);
  const after = /[,;:—–]\s/.exec(sentence.slice(own.at(-1)!.end - 1));
  return {
    start: before ? before.index + 1 : 0,
    end: after ? own.at(-1)!.end + after.index : sentence.length,
    first: own[0]!.start,
    last: own.at(-1)!.end,
  };
}

/** Words with their places in a part of their sentence. */
function wordsWithin(words: readonly QuoteWord[], { start }: { start: number }): QuoteWord[] {
  return words.map((word) => ({ ...word, start: word.start - start, end: word.end - start }));
}

/** Words that only one of two sets has. */
function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((key) => !b.has(key)), ...[...b].filter((key) => !a.has(key))];
}

function inOrder(wanted: readonly string[], keys: readonly string[]): boolean {
  const places = wanted.map((key) => keys.indexOf(key)).filter((at) => at >= 0);
  return places.every((at, i) => i === 0 || places[i - 1]! <= at);
}
