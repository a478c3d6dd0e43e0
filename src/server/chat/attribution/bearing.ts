import type { Segment } from '../../../contract/analysis/segment.ts';
import { termsOf } from '../../../db/text-index/terms.ts';
import { TYPED_WORD } from '../../search/stated-words.ts';
import { languageOf } from '../answer-texts.ts';
import { meaningfulTerms } from '../question-terms.ts';
import { isNegative } from './negation.ts';
import { statedNumbers } from './stated-numbers.ts';
import type { CompareWords } from './text-comparison.ts';

/** A content word of a text, in lower case, with its index terms. */
export interface ContentWord {
  word: string;
  terms: readonly string[];
  /** Whether it is written as a name, within a sentence. */
  isName: boolean;
}

/** Words of an answer that findings need not contain: those that refer to findings or to the question. */
const LIGHT = new Set(
  termsOf(
    `states stated according reported reports report noted notes explains explained announced announces describes described
     indicates indicated refers called named located video speaker line findings anybody anyone somebody someone everybody everyone
     screen visible onscreen appears text texts word words reads sign finding occurs cost costs amount amounts amounted total answer yes no
     laut berichtet erklärt gesagt heißt kostet kosten beträgt betragen jemand jemanden jemandem antwort ja nein`,
  ),
);

/** Content words of a text. */
export function contentWords(text: string): ContentWord[] {
  const content = new Set(meaningfulTerms(text));
  const words = new Map<string, ContentWord>();
  // German nouns have capitals.
  const isEnglish = languageOf(text) === 'en';
  for (const { 0: word, index } of text.matchAll(TYPED_WORD)) {
    const terms = termsOf(word, 'query');
    if (!terms.some((term) => content.has(term))) continue;
    const isName = isEnglish && /^\p{Lu}/u.test(word) && /[\p{L}\d,;]["”]?\s+["“]?$/u.test(text.slice(0, index));
    words.set(word.toLowerCase(), { word: word.toLowerCase(), terms, isName });
  }
  return [...words.values()];
}

const isLight = ({ terms }: ContentWord) => terms.every((term) => LIGHT.has(term));

/** Decides which findings bear a statement. */
export interface FindingBearing {
  /** Findings that bear all of a statement together, the most important first; none if something isn’t borne. */
  bears(statement: string, options: { isNegated: boolean; limit: number }): Borne;
}

export interface Borne {
  findings: readonly Segment[];
  /** Others that bear as much as the first one. */
  equal: readonly Segment[];
  /** Findings with the same words and the other polarity. */
  contrary: readonly Segment[];
}

export const NOT_BORNE: Borne = { findings: [], equal: [], contrary: [] };

/** Similarity of words from which they count as the same. */
const MIN_SAME = 0.5;
/** Words of a statement from which one may be put otherwise. */
const MIN_WORDS_FOR_OTHER = 4;
/** Words of a statement from which another finding can contradict it. */
const MIN_WORDS_OF_CONTRARY = 2;
/** Seconds between findings that bear one statement together. */
const MAX_APART = 45;
/** Lines before and after that may name what a line is about. */
const AROUND = 2;
const PART_LENGTH = 5;

interface Known {
  segment: Segment;
  terms: ReadonlySet<string>;
  words: readonly string[];
  numbers: ReadonlySet<number>;
  text: string;
  hasName: boolean;
}

/** Clock times: of the video, or stated in a finding. */
export const CLOCK = /\b(?:\d{1,2}[:∶])?\d{1,3}[:∶]\d{2}\b/g;

/** Seconds of a clock time; NaN for an empty text. */
export function secondsOf(time: string): number {
  return time === '' ? Number.NaN : time.split(/[:∶]/).reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Whether a text states a time. */
export const isStated = (text: string, time: number) =>
  (text.match(CLOCK) ?? []).some((one) => secondsOf(one) === time);
/** Whether a time is within a finding, to the second. */
export const isAt = ({ start_time, end_time }: Segment, time: number) =>
  Math.floor(start_time) <= time && time <= end_time;

/** @param words those of the statements to be checked */
export async function createBearing(parts: {
  findings: readonly Segment[];
  words: readonly string[];
  compareWords: CompareWords;
}): Promise<FindingBearing> {
  const known = parts.findings.map(toKnown);
  const vocabulary = new Set(known.flatMap(({ words }) => words));
  const similar = await parts.compareWords([...new Set(parts.words)], vocabulary);
  const holds = ({ word, terms }: ContentWord, { terms: held, words }: Known): boolean =>
    terms.every((term) => held.has(term)) ||
    words.some((other) => isPartOf(word, other) || similar(word, other) >= MIN_SAME);
  const holdsName = ({ word, terms }: ContentWord, { terms: held, words }: Known): boolean =>
    terms.every((term) => held.has(term)) || words.some((other) => isPartOf(word, other));

  return {
    bears(statement, { isNegated, limit }) {
      const untimed = statement.replace(CLOCK, ' ');
      const words = contentWords(untimed).filter((word) => !isLight(word) && statedNumbers(word.word).size === 0);
      const numbers = [...statedNumbers(untimed)];
      const around = (at: number) => known.slice(Math.max(0, at - AROUND), at + AROUND + 1);
      const matched = known
        .map((one, at) => {
          const own = words.filter((word) => holds(word, one));
          const ownNumbers = numbers.filter((number) => one.numbers.has(number));
          const near = words.filter((word) => around(at).some((other) => holds(word, other)));
          return { one, own, ownNumbers, near, count: own.length + 2 * ownNumbers.length };
        })
        .filter(({ count }) => count > 0);
      const isContrary = ({ one }: (typeof matched)[number]) => contradicts(one.text, words, isNegated);
      const scored = matched
        .filter((one) => !isContrary(one))
        .sort((a, b) => b.count - a.count || b.near.length - a.near.length);
      const [best] = scored;
      if (!best) return NOT_BORNE;
      const chosen = [best];
      const left = {
        words: words.filter((word) => !best.near.includes(word)),
        numbers: numbers.filter((number) => !best.ownNumbers.includes(number)),
      };
      for (const next of scored.slice(1)) {
        if (chosen.length >= limit || left.words.length + left.numbers.length === 0) break;
        if (Math.abs(next.one.segment.start_time - best.one.segment.start_time) > MAX_APART) continue;
        const adds = left.words.some((word) => next.own.includes(word));
        const addsNumber = left.numbers.some((number) => next.ownNumbers.includes(number));
        if (!adds && !addsNumber) continue;
        chosen.push(next);
        left.words = left.words.filter((word) => !next.own.includes(word));
        left.numbers = left.numbers.filter((number) => !next.ownNumbers.includes(number));
      }
      const times = (statement.match(CLOCK) ?? []).map(secondsOf);
      const isInside = (time: number) =>
        scored.some(({ one: { segment, text } }) => isStated(text, time) || isAt(segment, time));
      if (!times.every(isInside)) return NOT_BORNE;
      const isOther = left.words.length === 1 && words.length >= MIN_WORDS_FOR_OTHER && !left.words[0]!.isName;
      const names = words.filter(({ isName }) => isName);
      const isNamed = names.every((name) => {
        if (chosen.some(({ one }) => holdsName(name, one))) return true;
        // A line with a name of its own is about that one.
        const nameless = chosen.filter(({ one }) => !one.hasName);
        return nameless.some(({ one }) => around(known.indexOf(one)).some((other) => holdsName(name, other)));
      });
      const isBorne = left.numbers.length === 0 && (left.words.length === 0 || isOther) && isNamed;
      if (!isBorne) return NOT_BORNE;
      const isEqual = ({ own, ownNumbers }: typeof best) =>
        best.own.every((word) => own.includes(word)) && best.ownNumbers.every((number) => ownNumbers.includes(number));
      const equal = scored.filter((one) => !chosen.includes(one) && isEqual(one)).map(({ one }) => one.segment);
      const contrary = matched.filter(
        (one) => words.length >= MIN_WORDS_OF_CONTRARY && one.own.length === words.length && isContrary(one),
      );
      return {
        findings: chosen.map(({ one }) => one.segment),
        equal,
        contrary: contrary.slice(0, 1).map(({ one }) => one.segment),
      };
    },
  };
}

/** Whether the clause of a finding that shares most words with a statement has the other polarity. */
function contradicts(text: string, words: readonly ContentWord[], isNegated: boolean): boolean {
  const clauses = text.split(/[,;:.!?]|(?<!\p{L})(?:and|but|because|so that|und|aber|sondern|weil|denn)(?!\p{L})/iu);
  const sharedOf = (clause: string) => {
    const terms = new Set(termsOf(clause));
    return words.filter((word) => word.terms.every((term) => terms.has(term))).length;
  };
  const best = clauses.reduce((a, b) => (sharedOf(b) > sharedOf(a) ? b : a), clauses[0] ?? '');
  return isNegative(best) !== isNegated && sharedOf(best) > 0;
}

function toKnown(segment: Segment): Known {
  const text = segment.data?.speaker ? `${segment.data.speaker}: ${segment.content}` : segment.content;
  return {
    segment,
    terms: new Set(termsOf(text)),
    words: contentWords(text).map(({ word }) => word),
    numbers: statedNumbers(segment.content),
    text: segment.content,
    hasName: contentWords(segment.content).some(({ isName }) => isName),
  };
}

/** Whether one of two words begins or ends with the other: “Volk” and “Bienenvolk”. */
export function isPartOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= PART_LENGTH && (long.startsWith(short) || long.endsWith(short));
}
