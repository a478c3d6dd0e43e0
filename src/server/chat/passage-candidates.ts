import { type ContentWord, contentWords } from '../../attribution/content-words.ts';
import { lazy } from '../../base/lazy.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { type AnswerType, hasAnswerType } from './answer-type.ts';
import { type AskedWord, wordPairs } from './asked-words.ts';
import { withInfinitives } from './irregular-verbs.ts';

/** Weight of words in lines before and after: they name what a line refers to as “it”. */
const NEIGHBOR_SHARE = 0.6;
/** The same of a question that the line after it answers, and of a line that it continues. */
const ANSWERED_SHARE = 0.95;
/** Share of the similarity of a line that another continues. */
const CONTINUED_SIMILARITY = 0.6;
const NEIGHBORS = { before: 2, after: 1 };
/** Longest pause between lines that belong together, in seconds. */
export const MAX_PAUSE = 4;
/** Similarity of words from which one stands for the other. */
export const MIN_SAME = 0.4;

/** A finding that may answer a question. */
export interface Candidate {
  segment: Segment;
  /** Terms of the index, those of compounds and the infinitives of irregular verbs as well. */
  terms: ReadonlySet<string>;
  /** Read when asked for, since most findings share no word with a question. */
  words(): readonly ContentWord[];
}

/** Reads the terms of a finding. */
export function toCandidate(segment: Segment): Candidate {
  const text = segment.content + (segment.data?.speaker ? ` ${segment.data.speaker}` : '');
  return {
    segment,
    terms: new Set(withInfinitives(termsOf(text))),
    words: lazy(() => contentWords(segment.content)),
  };
}

/** A line near another one. */
export interface Neighbor {
  candidate: Candidate;
  /** Share of its words that count. */
  share: number;
  /** Share of its similarity to the question that counts. */
  similarityShare: number;
}

/**
 * Lines before and after a spoken line, without a pause, or texts that appear on the screen together.
 * @param types of the things that the question asks for @param isEcho whether a finding only repeats the question
 */
export function neighborsOf(
  candidates: readonly Candidate[],
  at: number,
  types: readonly AnswerType[],
  isEcho: (candidate: Candidate) => boolean,
): Neighbor[] {
  const { segment } = candidates[at]!;
  if (segment.module === 'ocr') return shownTogether(candidates, at, isEcho);
  if (segment.module !== 'transcription') return [];
  const found: Neighbor[] = [];
  const answers = types.some((type) => hasAnswerType(segment, type));
  for (const [step, most] of [
    [-1, NEIGHBORS.before],
    [1, NEIGHBORS.after],
  ] as const) {
    let last = segment;
    let count = 0;
    for (let i = at + step; i >= 0 && i < candidates.length && count < most; i += step) {
      const candidate = candidates[i]!;
      const other = candidate.segment;
      if (other.module !== 'transcription') continue;
      const gap = step > 0 ? other.start_time - last.end_time : last.start_time - other.end_time;
      if (gap > MAX_PAUSE) break;
      const isNext = step < 0 && count === 0;
      const isAnswered = isNext && (isAsking(other) || isEcho(candidate)) && !isAsking(segment);
      const isReason = step > 0 && count === 0 && types.includes('reason') && isConsequence(other);
      // The answer may follow the line that names the subject, and a question about it: “Why there?”
      const isBehindQuestion = step < 0 && count === 1 && isAsking(last);
      const isContinued =
        (isNext || isBehindQuestion) &&
        answers &&
        !isAsking(other) &&
        !types.some((type) => hasAnswerType(other, type));
      const isReasonGiven = isContinued && types.includes('reason');
      found.push({
        candidate,
        share: isAnswered || isContinued || isReason ? ANSWERED_SHARE : NEIGHBOR_SHARE,
        similarityShare:
          isAnswered || isReason || isReasonGiven ? ANSWERED_SHARE : isContinued ? CONTINUED_SIMILARITY : 0,
      });
      last = other;
      count++;
    }
  }
  return found;
}

/** Seconds within which texts appear together. */
const MAX_APART = 1;

/** Texts that appear on the screen with another one: its heading may name what it answers. */
function shownTogether(
  candidates: readonly Candidate[],
  at: number,
  isEcho: (candidate: Candidate) => boolean,
): Neighbor[] {
  const { start_time } = candidates[at]!.segment;
  const isNear = ({ segment }: Candidate) => Math.abs(segment.start_time - start_time) <= MAX_APART;
  const found: Neighbor[] = [];
  for (const step of [-1, 1])
    for (let i = at + step; candidates[i] && isNear(candidates[i]!); i += step) {
      const candidate = candidates[i]!;
      if (candidate.segment.module !== 'ocr') continue;
      const [share, similarityShare] = isEcho(candidate) ? [ANSWERED_SHARE, ANSWERED_SHARE] : [NEIGHBOR_SHARE, 0];
      found.push({ candidate, share, similarityShare });
    }
  return found;
}

const CONSEQUENCE = /^(?:and )?(?:(?:that|this)(?:[’']s| is) why|therefore|deshalb|darum|deswegen|daher)(?!\p{L})/iu;
/** Whether the reason for what a line states is in the line before it. */
export const isConsequence = ({ content }: Segment) => CONSEQUENCE.test(content);

/** Whether a line asks something. */
export const isAsking = ({ content }: Segment) => /\?\s*$/.test(content);

/** Whether a finding has the noun of a question with another word before it: “cup final” for “tennis final”. */
export function isModifiedOtherwise(
  [modifier, noun]: [AskedWord, AskedWord],
  candidate: Candidate,
  match: (word: AskedWord, candidate: Candidate) => number,
): boolean {
  if (match(modifier, candidate) >= MIN_SAME) return false;
  return wordPairs(candidate.segment.content).some(
    ([first, second]) =>
      holdsTerms(noun.terms, new Set(termsOf(second))) &&
      candidate.words().some(({ word }) => word === first) &&
      first !== modifier.word,
  );
}

/** Whether terms of a finding include all of a word. */
export const holdsTerms = (wanted: readonly string[], terms: ReadonlySet<string>) =>
  wanted.length > 0 && wanted.every((term) => terms.has(term));
