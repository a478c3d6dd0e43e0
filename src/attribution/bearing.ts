import type { SegmentDraft } from '../contract/analysis/segment.ts';
import { statedNumbers } from '../core/texts/stated-numbers.ts';
import { termsOf } from '../db/text-index/terms.ts';
import { type ContentWord, contentWords, isLight, isPartOf } from './content-words.ts';
import { isNegative } from './negation.ts';
import type { CompareWords, WordSimilarity } from './text-comparison.ts';

/** Parts of a finding that bear a statement. */
type Finding = Pick<SegmentDraft, 'content' | 'start_time' | 'end_time'> & { data?: SegmentDraft['data'] };

/** Decides which findings bear a statement. */
export interface FindingBearing<Found extends Finding> {
  /** Findings that bear all of a statement together, the most important first; none if something isn’t borne. */
  bears(statement: string, options: { isNegated: boolean; limit: number }): Borne<Found>;
}

export interface Borne<Found> {
  findings: readonly Found[];
  /** Others that bear as much as the first one. */
  equal: readonly Found[];
  /** Findings with the same words and the other polarity. */
  contrary: readonly Found[];
}

export const NOT_BORNE: Borne<never> = { findings: [], equal: [], contrary: [] };

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

/** A finding with its words. */
interface Known<Found> {
  finding: Found;
  terms: ReadonlySet<string>;
  words: readonly string[];
  numbers: ReadonlySet<number>;
  text: string;
  hasName: boolean;
  /** Findings around it, with itself. */
  around: readonly Known<Found>[];
}

/** Words and numbers that a finding shares with a statement. */
interface Match<Found> {
  one: Known<Found>;
  own: readonly ContentWord[];
  ownNumbers: readonly number[];
  /** Words that it or its neighbors hold. */
  near: readonly ContentWord[];
  count: number;
  isContrary: boolean;
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
export const isAt = ({ start_time, end_time }: Pick<Finding, 'start_time' | 'end_time'>, time: number) =>
  Math.floor(start_time) <= time && time <= end_time;

/** @param findings in time order @param words those of the statements to be checked */
export async function createBearing<Found extends Finding>(parts: {
  findings: readonly Found[];
  words: readonly string[];
  compareWords: CompareWords;
}): Promise<FindingBearing<Found>> {
  const known = toKnown(parts.findings);
  const vocabulary = new Set(known.flatMap(({ words }) => words));
  const similar = await parts.compareWords([...new Set(parts.words)], vocabulary);
  return {
    bears(statement, { isNegated, limit }) {
      const untimed = statement.replace(CLOCK, ' ');
      const words = contentWords(untimed).filter((word) => !isLight(word) && statedNumbers(word.word).size === 0);
      const numbers = [...statedNumbers(untimed)];
      const matched = matchesOf(known, { words, numbers, isNegated }, similar);
      const scored = matched
        .filter(({ isContrary }) => !isContrary)
        .sort((a, b) => b.count - a.count || b.near.length - a.near.length);
      const [best] = scored;
      if (!best || !areTimesInside(statement, scored)) return NOT_BORNE;
      const { chosen, left } = chooseTogether(best, scored, { words, numbers, limit });
      const [unmatched] = left.words;
      const isOther = left.words.length === 1 && words.length >= MIN_WORDS_FOR_OTHER && !unmatched!.isName;
      const isWhole = left.numbers.length === 0 && (left.words.length === 0 || isOther);
      if (!isWhole || !areNamesHeld(words, chosen)) return NOT_BORNE;
      const contrary = matched.filter(
        ({ own, isContrary }) => isContrary && words.length >= MIN_WORDS_OF_CONTRARY && own.length === words.length,
      );
      return {
        findings: findingsOf(chosen),
        equal: findingsOf(scored.filter((one) => !chosen.includes(one) && isEqual(one, best))),
        contrary: findingsOf(contrary.slice(0, 1)),
      };
    },
  };
}

const findingsOf = <Found>(matches: readonly Match<Found>[]) => matches.map(({ one }) => one.finding);

function matchesOf<Found extends Finding>(
  known: readonly Known<Found>[],
  { words, numbers, isNegated }: { words: readonly ContentWord[]; numbers: readonly number[]; isNegated: boolean },
  similar: WordSimilarity,
): Match<Found>[] {
  const holds = (word: ContentWord, one: Known<Found>) =>
    holdsName(word, one) || one.words.some((other) => similar(word.word, other) >= MIN_SAME);
  return known.flatMap((one) => {
    const own = words.filter((word) => holds(word, one));
    const ownNumbers = numbers.filter((number) => one.numbers.has(number));
    const count = own.length + 2 * ownNumbers.length;
    if (count === 0) return [];
    const near = words.filter((word) => one.around.some((other) => holds(word, other)));
    return [{ one, own, ownNumbers, near, count, isContrary: contradicts(one.text, words, isNegated) }];
  });
}

function holdsName<Found>({ word, terms }: ContentWord, { terms: held, words }: Known<Found>): boolean {
  return terms.every((term) => held.has(term)) || words.some((other) => isPartOf(word, other));
}

/** The best match, and others near it that hold what it lacks. */
function chooseTogether<Found extends Finding>(
  best: Match<Found>,
  scored: readonly Match<Found>[],
  { words, numbers, limit }: { words: readonly ContentWord[]; numbers: readonly number[]; limit: number },
) {
  const chosen = [best];
  const left = {
    words: words.filter((word) => !best.near.includes(word)),
    numbers: numbers.filter((number) => !best.ownNumbers.includes(number)),
  };
  for (const next of scored.slice(1)) {
    if (chosen.length >= limit || left.words.length + left.numbers.length === 0) break;
    if (Math.abs(next.one.finding.start_time - best.one.finding.start_time) > MAX_APART) continue;
    const adds = left.words.some((word) => next.own.includes(word));
    const addsNumber = left.numbers.some((number) => next.ownNumbers.includes(number));
    if (!adds && !addsNumber) continue;
    chosen.push(next);
    left.words = left.words.filter((word) => !next.own.includes(word));
    left.numbers = left.numbers.filter((number) => !next.ownNumbers.includes(number));
  }
  return { chosen, left };
}

/** Whether each time of a statement is stated in a finding or within one. */
function areTimesInside<Found extends Finding>(statement: string, scored: readonly Match<Found>[]): boolean {
  return (statement.match(CLOCK) ?? [])
    .map(secondsOf)
    .every((time) => scored.some(({ one: { finding, text } }) => isStated(text, time) || isAt(finding, time)));
}

/** Whether the findings or, for those without a name of their own, their neighbors hold each name. */
function areNamesHeld<Found>(words: readonly ContentWord[], chosen: readonly Match<Found>[]): boolean {
  return words
    .filter(({ isName }) => isName)
    .every((name) =>
      chosen.some(
        ({ one }) => holdsName(name, one) || (!one.hasName && one.around.some((other) => holdsName(name, other))),
      ),
    );
}

function isEqual<Found>({ own, ownNumbers }: Match<Found>, best: Match<Found>): boolean {
  return best.own.every((word) => own.includes(word)) && best.ownNumbers.every((number) => ownNumbers.includes(number));
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

function toKnown<Found extends Finding>(findings: readonly Found[]): Known<Found>[] {
  const known = findings.map((finding) => {
    const { content, data } = finding;
    const text = data?.speaker ? `${data.speaker}: ${content}` : content;
    return {
      finding,
      terms: new Set(termsOf(text)),
      words: contentWords(text).map(({ word }) => word),
      numbers: statedNumbers(content),
      text: content,
      hasName: contentWords(content).some(({ isName }) => isName),
      around: [] as readonly Known<Found>[],
    };
  });
  for (const [at, one] of known.entries()) one.around = known.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  return known;
}
