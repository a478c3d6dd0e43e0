import { meaningfulTerms } from '../../attribution/meaningful-terms.ts';
import { foldLetters } from '../../base/text-fold.ts';
import { trimBothOf } from '../../base/trim.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { align } from '../evidence/citations/quote-match.ts';
import { isDecisive, type QuoteWord, quoteWordsOf } from '../evidence/citations/quote-words.ts';
import type { SourceSentence } from './sources.ts';

/** A statement in the writer's words compared with one sentence of a source. */
export interface StatementMatch {
  /** Share of its content that the sentence has, 0 to 1. */
  share: number;
  /** Whether the sentence has all of its content, with the same numbers and polarity. */
  isSame: boolean;
  /** Whether the sentence is about the same and states something else. */
  isNear: boolean;
  differences: { quote: string; finding: string }[];
  /** The statement with the number of the source in place of its own; null if more differs. */
  corrected: string | null;
  /** Range of the sentence that has the content. */
  start: number;
  end: number;
  /** Words of the source that limit what it states and that the statement omits; empty for none. */
  omitted: string;
}

/** A statement whose words are read. */
export interface Statement {
  text: string;
  words: readonly QuoteWord[];
  content: readonly ContentWord[];
  decisive: ReadonlySet<string>;
  isHedged: boolean;
  isConditional: boolean;
}

interface ContentWord {
  word: QuoteWord;
  terms: readonly string[];
  isQuantity: boolean;
  isName: boolean;
}

const MIN_SHARE = 0.6;
const MIN_MATCHED = 2;
/** Words that carry no content in reported speech. */
const LIGHT = new Set(
  termsOf(
    'that would will should could may might have has had been being dass sei seien habe haben hätte hätten werde würde würden könne müsse solle wolle dürfe worden wurde one laut demnach zudem außerdem also there this today',
  ),
);
const NEGATIONS = new Set(
  'no not never none nobody nothing neither nor without cannot nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder'.split(
    ' ',
  ),
);
const UNITS = new Set(['dollar', 'euro', 'pound', 'yen', 'percent']);
const LIMITS = new Set(
  'most least more less over under about around mehr weniger mindestens hochstens rund etwa uber unter'.split(' '),
);
const HEDGES =
  /(?<!\p{L})(?:might|could|would|maybe|perhaps|possibly|probably|likely|allegedly|plans?|hopes?|wants?|könnten?|würden?|vielleicht|möglicherweise|wahrscheinlich|angeblich|wohl|soll(?:en)?)(?!\p{L})/iu;
/** Not the month. */
const MAY = /(?<!\p{L})may(?!\p{L})/u;
const CONDITIONS = /(?<!\p{L})(?:if|unless|provided|wenn|falls|sofern|es sei denn)(?!\p{L})/iu;

const NO_MATCH: StatementMatch = {
  start: 0,
  end: 0,
  share: 0,
  isSame: false,
  isNear: false,
  differences: [],
  corrected: null,
  omitted: '',
};

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
    if (isQuantity || UNITS.has(word.key)) return [{ word, terms: [word.key], isQuantity, isName: false }];
    const terms = termsOf(written, 'query').filter((term) => content.has(term));
    if (terms.length === 0 || terms.every((term) => LIGHT.has(term))) return [];
    const isName = i > 0 && /^[^\p{L}]*\p{Lu}/u.test(written) && !/[.!?:]["”]?\s*$/.test(text.slice(0, word.start));
    return [{ word, terms, isQuantity: false, isName }];
  });
}

/** Negations as one, and words such as “only” and “almost”. */
function decisiveOf(words: readonly QuoteWord[]): Set<string> {
  const negations = words.filter(({ key }) => NEGATIONS.has(key)).length;
  const others = words.filter(
    ({ key }) => !NEGATIONS.has(key) && !UNITS.has(key) && !/\d/.test(key) && (isDecisive(key) || LIMITS.has(key)),
  );
  return new Set([...(negations % 2 === 1 ? ['not'] : []), ...others.map(({ key }) => key)]);
}

/**
 * Compares a statement with one sentence of a source, by its content words, numbers, dates, and names in their normal
 * forms, and its polarity. Word by word it need not be the same; the order of names and numbers must be. Pure.
 */
export function matchStatement(statement: Statement, found: SourceSentence): StatementMatch {
  const { text: sentence, words: source, keys, terms } = found;
  const has = ({ word, terms: own, isQuantity }: ContentWord) =>
    keys.has(word.key) || (!isQuantity && own.length > 0 && own.every((term) => terms.has(term)));
  const { content } = statement;
  const missing = content.filter((one) => !has(one));
  const matched = content.length - missing.length;
  const share = content.length === 0 ? 0 : matched / content.length;
  if (share < MIN_SHARE || matched < MIN_MATCHED) return NO_MATCH;
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
  const differences = [
    ...differencesOf(statement, missing, source, sentence),
    ...polarity.map((key) => (statement.decisive.has(key) ? { quote: key, finding: '' } : { quote: '', finding: key })),
  ];
  return {
    start: span.first,
    end: span.last,
    share,
    isSame: isWhole && polarity.length === 0 && isOrdered && !isQuestion && omitted === '',
    isNear: true,
    differences,
    corrected: polarity.length === 0 && isOrdered ? withNumber(statement, missing, differences) : null,
    omitted: isWhole && polarity.length === 0 ? omitted : '',
  };
}

/** Range of a sentence from its first to its last word that the statement has, out to the ends of their clauses. */
function spanOf({ content, words }: Statement, source: readonly QuoteWord[], sentence: string) {
  const keys = new Set([
    ...content.map(({ word }) => word.key),
    ...words.filter(({ key }) => isDecisive(key)).map(({ key }) => key),
  ]);
  const terms = new Set(content.flatMap((one) => one.terms));
  const own = source.filter(
    ({ key, start, end }) =>
      (keys.has(key) && !NEGATIONS.has(key)) || termsOf(sentence.slice(start, end)).some((term) => terms.has(term)),
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

/** Hedges and conditions of a sentence that a statement omits. */
function limitsOf(sentence: string, { isHedged, isConditional }: Statement): string {
  const hedge = isHedged ? undefined : (HEDGES.exec(sentence) ?? MAY.exec(sentence))?.[0];
  const condition = isConditional ? undefined : CONDITIONS.exec(sentence);
  if (condition) return sentence.slice(condition.index).split(/[,;.]/)[0]!.trim();
  return hedge ?? '';
}

/** Words that only one of two sets has. */
function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((key) => !b.has(key)), ...[...b].filter((key) => !a.has(key))];
}

function inOrder(wanted: readonly string[], keys: readonly string[]): boolean {
  const places = wanted.map((key) => keys.indexOf(key)).filter((at) => at >= 0);
  return places.every((at, i) => i === 0 || places[i - 1]! <= at);
}

/** Words of a statement that the source lacks, with those that the source has in their place. */
function differencesOf(
  statement: Statement,
  missing: readonly ContentWord[],
  source: readonly QuoteWord[],
  sentence: string,
): { quote: string; finding: string }[] {
  if (missing.length === 0) return [];
  const stated = new Set(statement.content.flatMap(({ word, terms }) => [word.key, ...terms]));
  const { steps } = align([...statement.words], [...source]);
  const sourceNumbers = source.filter(({ key }) => /\d/.test(key) && !stated.has(key));
  return missing.map(({ word, isQuantity }) => {
    const quote = bare(statement.text.slice(word.start, word.end));
    const only = isQuantity && sourceNumbers.length === 1 ? sourceNumbers[0] : undefined;
    const opposite = only ?? steps.find(({ a }) => a.includes(word))?.b[0];
    const isOther = opposite !== undefined && !stated.has(opposite.key) && !stated.has(foldLetters(opposite.key));
    const isSameKind = opposite !== undefined && /\d/.test(opposite.key) === isQuantity;
    return { quote, finding: isOther && isSameKind ? bare(sentence.slice(opposite.start, opposite.end)) : '' };
  });
}

function withNumber(
  { text }: Statement,
  missing: readonly ContentWord[],
  differences: readonly { quote: string; finding: string }[],
): string | null {
  if (missing.length !== 1 || differences.length !== 1 || differences[0]!.finding === '') return null;
  const { start, end } = missing[0]!.word;
  return (
    text.slice(0, start) +
    text.slice(start, end).replace(differences[0]!.quote, () => differences[0]!.finding) +
    text.slice(end)
  );
}

function bare(text: string): string {
  return trimBothOf(text, /[^\p{L}\p{N}%$€£¥-]/u);
}
