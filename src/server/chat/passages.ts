import { type ContentWord, isPartOf, partHints } from '../../attribution/content-words.ts';
import { aboveBaseline, baseline, type CompareWords, type WordSimilarity } from '../../attribution/text-comparison.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { mapInParts } from '../library/in-parts.ts';
import { inverseDocumentFrequency } from '../search/bm25.ts';
import { type AnswerType, answerTypesOf, asksWhenSeen, hasAnswerType } from './answer-type.ts';
import { type AskedWord, askedWords, countedWord, wordPairs } from './asked-words.ts';
import { infinitivesOf } from './irregular-verbs.ts';
import {
  type Candidate,
  holdsTerms,
  isAsking,
  isConsequence,
  isModifiedOtherwise,
  MIN_SAME,
  type Neighbor,
  neighborsOf,
  toCandidate,
} from './passage-candidates.ts';

/** A finding with its score for a question. */
export interface Passage {
  segment: Segment;
  /** Higher is better. */
  score: number;
  /** Share of the question’s words, by weight, that it and its neighbors contain in some form, 0 to 1. */
  coverage: number;
  /** To the question, 0 for unrelated texts. */
  similarity: number;
}

export interface PassageRequest {
  /** Text of the question. */
  text: string;
  /** Findings to choose from, in time order. */
  segments: readonly Segment[];
  /** Cosine similarities of findings to the question, by id. */
  similarities: ReadonlyMap<string, number>;
  /** Similarity of unrelated findings; by default, that of the least similar ones. */
  unrelated?: number;
  compareWords: CompareWords;
  /**
   * Whether the answer is the video, one of several. “Where” then asks for no place, and on-screen text need not state
   * a time or number that is asked for.
   */
  isVideoAsked?: boolean;
}

/** Passages whose words are compared with those of the question by their embeddings. */
const MAX_COMPARED = 64;
/** Subtracted where another word stands before the noun. */
const OTHER_MODIFIER = 0.3;
const WEIGHTS = {
  coverage: 1,
  similarity: 0.8,
  answerType: 0.15,
  missingType: 0.5,
  untyped: 0.07,
  spoken: 0.1,
  asking: 0.5,
};
/** Types that an answer must contain; a person may be a pronoun, and a reason may stand without “because”. */
const STRICT_TYPES: ReadonlySet<AnswerType> = new Set(['number', 'money', 'time', 'duration', 'place', 'name']);
/** Coverage from which an object answers for how many. */
const MIN_COUNTED = 0.75;
/** Asks for an amount, which has a unit, unlike “how many”. */
const ASKS_AMOUNT = /(?<!\p{L})(?:how much|wie ?viel)(?!\p{L})/iu;
/** Types that no sound, shot, or object contains. */
const UNNAMED_TYPES: ReadonlySet<AnswerType> = new Set(['money', 'name', 'duration']);
/** Share of findings that are less similar to a question than what counts as unrelated. */
const UNRELATED_SHARE = 0.25;

/** Ranks findings by how well they answer a question, best first; those that share nothing with it are left out. */
export async function rankPassages({
  text,
  segments,
  similarities,
  unrelated,
  compareWords,
  isVideoAsked = false,
}: PassageRequest): Promise<Passage[]> {
  const questionWords = askedWords(text);
  if (questionWords.length === 0 || segments.length === 0) return [];
  const candidates = await mapInParts(segments, toCandidate);
  const weightOf = termWeights(candidates, questionWords);
  const modifiers = modifiersOf(text, questionWords);
  const counted = countedWord(text, questionWords);
  const numbered = ASKS_AMOUNT.test(text) ? undefined : counted?.word;
  const isShownText = !isVideoAsked && !asksWhenSeen(text);
  const types = answerTypesOf(text).filter((type) => !isVideoAsked || type !== 'place');
  const base = unrelated ?? baseline([...similarities.values()], UNRELATED_SHARE);
  const similarityOf = ({ id }: Segment) => aboveBaseline(similarities.get(id) ?? base, base);
  const exactOf = createExactMatch(questionWords);
  // Once for each finding, which is a neighbor of others as well.
  const held = new Map(await mapInParts(candidates, (candidate) => [candidate, exactOf(candidate)] as const));
  const places = new Map(questionWords.map((word, i) => [word, i]));
  const exact = (word: AskedWord, candidate: Candidate) => held.get(candidate)![places.get(word)!]!;
  const echoes = asksForMore(text) ? candidates.filter((candidate) => isEchoOf(candidate, questionWords)) : [];
  const isEcho = (candidate: Candidate) => echoes.includes(candidate);
  const first = await mapInParts(candidates, (candidate, i) => {
    const rough = coverageOf(questionWords, weightOf, candidate, neighborsOf(candidates, i, types, isEcho), exact);
    return { candidate, i, rough: rough + similarityOf(candidate.segment) };
  });
  const compared = first.toSorted((a, b) => b.rough - a.rough).slice(0, MAX_COMPARED);
  const nearby = compared.flatMap(({ candidate, i }) => [
    candidate,
    ...neighborsOf(candidates, i, types, isEcho).map((near) => near.candidate),
  ]);
  const similar = await compareWords(
    questionWords.map(({ spelled }) => spelled),
    nearby.flatMap(({ words }) => words().map(({ spelled }) => spelled)),
  );
  const match = (word: AskedWord, candidate: Candidate) =>
    Math.max(exact(word, candidate), bestSimilarity(word, candidate.words(), similar));
  return compared
    .map(({ candidate, i }) => {
      const near = neighborsOf(candidates, i, types, isEcho);
      const { segment } = candidate;
      const coverage = coverageOf(questionWords, weightOf, candidate, near, match);
      const similarity = Math.max(
        similarityOf(segment),
        ...near.map((other) => other.similarityShare * similarityOf(other.candidate.segment)),
      );
      const isOther = modifiers.some((pair) => isModifiedOtherwise(pair, candidate, match));
      const around = [candidate, ...near.map((other) => other.candidate)];
      const isCounted = !counted || around.some((other) => match(counted, other) >= MIN_SAME);
      const isIntroduction = isEcho(candidate) || (types.includes('reason') && isConsequence(segment));
      const score =
        scoreOf({ segment, coverage, similarity }, { types, numbered, isCounted, isShownText }) -
        (isOther ? OTHER_MODIFIER : 0) -
        (isIntroduction ? WEIGHTS.asking : 0);
      return { segment, coverage, similarity, score };
    })
    .sort((a, b) => b.score - a.score || a.segment.start_time - b.segment.start_time);
}

/** Returns a function that states for each word of a question how well a finding has it, 0 to 1. */
function createExactMatch(asked: readonly AskedWord[]): (candidate: Candidate) => Float64Array {
  const infinitives = asked.map((word) => infinitivesOf(word.terms));
  const hints = asked.flatMap(({ word }) => partHints(word));
  const known = new Map<string, number[]>();
  const partsOf = (other: string): number[] => {
    const cached = known.get(other);
    if (cached) return cached;
    const parts = asked.flatMap(({ word }, i) => (isPartOf(word, other) ? [i] : []));
    known.set(other, parts);
    return parts;
  };
  return ({ segment, terms, words }) => {
    const held = Float64Array.from(asked, (word, i) =>
      holdsTerms(word.terms, terms) || infinitives[i]!.some((term) => terms.has(term)) ? 1 : 0,
    );
    const text = segment.content.toLowerCase();
    for (const i of hints.some((hint) => text.includes(hint)) ? words().flatMap(({ word }) => partsOf(word)) : [])
      held[i] ||= 0.8;
    return held;
  };
}

/** Share of the question’s words, by weight, that a finding and its neighbors contain. */
function coverageOf(
  asked: readonly AskedWord[],
  weightOf: (word: AskedWord) => number,
  candidate: Candidate,
  near: readonly Neighbor[],
  match: (word: AskedWord, candidate: Candidate) => number,
): number {
  const total = asked.reduce((sum, word) => sum + weightOf(word), 0);
  const held = asked.reduce((sum, word) => {
    const around = near.map((other) => other.share * match(word, other.candidate));
    return sum + weightOf(word) * Math.max(match(word, candidate), ...around, 0);
  }, 0);
  return held / total;
}

/** Asks for more than it names; “when”, “where”, and “is there” are answered by the time of what it names. */
const ASKS_FOR_MORE =
  /^(?:and |und )?(?:who|whom|whose|what|which|why|how|wer|wen|wem|wessen|was|welche[mnrs]?|warum|wieso|weshalb|wie)(?!\p{L})/iu;
const asksForMore = (text: string) => ASKS_FOR_MORE.test(text) && !asksWhenSeen(text);

/** No heading speaks of itself; it answers “Who thinks so?” */
const FIRST_PERSON = /^\W*(?:I|we|ich|wir)(?!\p{L})/iu;

/** Whether a finding repeats words of a question alone, as a heading of what answers it does. */
function isEchoOf({ segment, terms, words }: Candidate, asked: readonly AskedWord[]): boolean {
  if (FIRST_PERSON.test(segment.content)) return false;
  if (!asked.some((word) => word.terms.some((term) => terms.has(term)))) return false;
  return words().every((own) => asked.some((word) => own.terms.every((term) => word.terms.includes(term))));
}

/** Nouns of a question with the words before them, of which at least one names something. */
function modifiersOf(text: string, asked: readonly AskedWord[]): [AskedWord, AskedWord][] {
  const wordOf = (spelled: string) => asked.find(({ word, share }) => word === spelled && share === 1);
  return wordPairs(text).flatMap(([first, second]) => {
    const [modifier, noun] = [wordOf(first), wordOf(second)];
    return modifier && noun ? [[modifier, noun] as [AskedWord, AskedWord]] : [];
  });
}

interface ScoreFacts {
  types: readonly AnswerType[];
  /** The noun of “how many”. */
  numbered: string | undefined;
  /** Whether the finding or one near it has the noun that is counted, if any. */
  isCounted: boolean;
  isShownText: boolean;
}

function scoreOf(
  { segment, coverage, similarity }: Omit<Passage, 'score'>,
  { types, numbered, isCounted, isShownText }: ScoreFacts,
): number {
  const isSpoken = segment.module === 'transcription';
  const answers = isCounted && types.some((type) => hasAnswerType(segment, type, numbered));
  const isText = isSpoken || (segment.module === 'ocr' && isShownText);
  // Another finding answers by its own time, but names nothing.
  const isMissing = types.some((type) => STRICT_TYPES.has(type) && (isText || UNNAMED_TYPES.has(type)));
  // A count of people is not one of people who protested.
  const isOtherCount = segment.module === 'visualelements' && types.includes('number') && coverage < MIN_COUNTED;
  const typeScore =
    types.length === 0
      ? WEIGHTS.untyped
      : isOtherCount || (isMissing && !answers)
        ? -WEIGHTS.missingType
        : answers
          ? WEIGHTS.answerType
          : 0;
  return (
    WEIGHTS.coverage * coverage +
    WEIGHTS.similarity * similarity +
    typeScore +
    (isSpoken ? WEIGHTS.spoken : 0) -
    (isAsking(segment) ? WEIGHTS.asking : 0)
  );
}

function termWeights(candidates: readonly Candidate[], asked: readonly AskedWord[]) {
  const holding = new Map(asked.flatMap(({ terms }) => terms.map((term) => [term, 0])));
  for (const candidate of candidates) {
    for (const term of candidate.terms) {
      const count = holding.get(term);
      if (count !== undefined) holding.set(term, count + 1);
    }
  }
  const weights = new Map(
    [...holding].map(([term, count]) => [term, inverseDocumentFrequency(Math.max(1, count), candidates.length)]),
  );
  const byWord = new Map(
    asked.map((word) => [word, word.share * Math.max(...word.terms.map((term) => weights.get(term) ?? 0), 0.01)]),
  );
  return (word: AskedWord) => byWord.get(word)!;
}

function bestSimilarity(asked: ContentWord, words: readonly ContentWord[], similar: WordSimilarity): number {
  return words.reduce((best, { spelled }) => Math.max(best, similar(asked.spelled, spelled)), 0);
}
