import type { Segment } from '../../contract/analysis/segment.ts';
import { termsOf } from '../../db/text-index/terms.ts';
import { mapInParts } from '../library/in-parts.ts';
import { inverseDocumentFrequency } from '../search/bm25.ts';
import { type AnswerType, answerTypesOf, hasAnswerType } from './answer-type.ts';
import { contentWords, isPartOf } from './attribution/bearing.ts';
import { aboveBaseline, baseline, type CompareWords, type WordSimilarity } from './attribution/text-comparison.ts';

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
}

/** Passages whose words are compared with those of the question by their embeddings. */
const MAX_COMPARED = 24;
/** Weight of words in lines before and after: they name what a line refers to as “it”. */
const NEIGHBOR_SHARE = 0.6;
const NEIGHBORS = { before: 2, after: 1 };
/** Longest pause between lines that belong together, in seconds. */
const MAX_PAUSE = 4;
const WEIGHTS = { coverage: 1, similarity: 0.6, answerType: 0.15, spoken: 0.1 };
/** Share of findings that are less similar to a question than what counts as unrelated. */
const UNRELATED_SHARE = 0.25;

interface Candidate {
  segment: Segment;
  /** Terms of the index, those of compounds as well. */
  terms: ReadonlySet<string>;
  words: readonly string[];
}

/** Ranks findings by how well they answer a question, best first; those that share nothing with it are left out. */
export async function rankPassages({
  text,
  segments,
  similarities,
  unrelated,
  compareWords,
}: PassageRequest): Promise<Passage[]> {
  const asked = contentWords(text);
  if (asked.length === 0 || segments.length === 0) return [];
  const candidates = await mapInParts(segments, toCandidate);
  const weightOf = termWeights(candidates, asked);
  const total = asked.reduce((sum, { terms }) => sum + weightOf(terms), 0);
  const types = answerTypesOf(text);
  const base = unrelated ?? baseline([...similarities.values()], UNRELATED_SHARE);
  const similarityOf = ({ id }: Segment) => aboveBaseline(similarities.get(id) ?? base, base);
  const exact = (word: (typeof asked)[number], { terms, words }: Candidate) =>
    holdsTerms(word.terms, terms) ? 1 : words.some((other) => isPartOf(word.word, other)) ? 0.8 : 0;
  const first = await mapInParts(candidates, (candidate, i) => {
    const held = asked.reduce((sum, word) => {
      const near = neighborsOf(candidates, i).map((other) => NEIGHBOR_SHARE * exact(word, other));
      return sum + weightOf(word.terms) * Math.max(exact(word, candidate), ...near, 0);
    }, 0);
    return { candidate, i, rough: held / total + similarityOf(candidate.segment) };
  });
  const compared = first.toSorted((a, b) => b.rough - a.rough).slice(0, MAX_COMPARED);
  const nearby = compared.flatMap(({ candidate, i }) => [candidate, ...neighborsOf(candidates, i)]);
  const similar = await compareWords(
    asked.map(({ word }) => word),
    nearby.flatMap(({ words }) => words),
  );
  const match = (word: (typeof asked)[number], candidate: Candidate) =>
    Math.max(exact(word, candidate), bestSimilarity(word.word, candidate.words, similar));
  return compared
    .map(({ candidate, i }) => {
      const near = neighborsOf(candidates, i);
      const held = asked.reduce((sum, word) => {
        const own = match(word, candidate);
        const around = near.map((other) => NEIGHBOR_SHARE * match(word, other));
        return sum + weightOf(word.terms) * Math.max(own, ...around, 0);
      }, 0);
      const { segment } = candidate;
      const coverage = held / total;
      const similarity = similarityOf(segment);
      return { segment, coverage, similarity, score: scoreOf(segment, coverage, similarity, types) };
    })
    .sort((a, b) => b.score - a.score || a.segment.start_time - b.segment.start_time);
}

function scoreOf(segment: Segment, coverage: number, similarity: number, types: readonly AnswerType[]): number {
  const isSpoken = segment.module === 'transcription';
  const isAsking = /\?\s*$/.test(segment.content);
  const answers = types.length > 0 && types.some((type) => hasAnswerType(segment, type));
  return (
    WEIGHTS.coverage * coverage +
    WEIGHTS.similarity * similarity +
    (answers ? WEIGHTS.answerType : 0) +
    (isSpoken ? WEIGHTS.spoken : 0) -
    (isAsking ? 2 * WEIGHTS.answerType : 0)
  );
}

function toCandidate(segment: Segment): Candidate {
  const text = segment.content + (segment.data?.speaker ? ` ${segment.data.speaker}` : '');
  return {
    segment,
    terms: new Set(termsOf(text)),
    words: contentWords(segment.content).map(({ word }) => word),
  };
}

/** Lines before and after a spoken line, without a pause. */
function neighborsOf(candidates: readonly Candidate[], at: number): Candidate[] {
  const { segment } = candidates[at]!;
  if (segment.module !== 'transcription') return [];
  const found: Candidate[] = [];
  for (const [step, most] of [
    [-1, NEIGHBORS.before],
    [1, NEIGHBORS.after],
  ] as const) {
    let last = segment;
    let count = 0;
    for (let i = at + step; i >= 0 && i < candidates.length && count < most; i += step) {
      const other = candidates[i]!;
      if (other.segment.module !== 'transcription') continue;
      const gap = step > 0 ? other.segment.start_time - last.end_time : last.start_time - other.segment.end_time;
      if (gap > MAX_PAUSE) break;
      found.push(other);
      last = other.segment;
      count++;
    }
  }
  return found;
}

function termWeights(candidates: readonly Candidate[], asked: readonly { terms: readonly string[] }[]) {
  const weights = new Map<string, number>();
  for (const { terms } of asked) {
    for (const term of terms) {
      const holding = candidates.filter((candidate) => candidate.terms.has(term)).length;
      weights.set(term, inverseDocumentFrequency(Math.max(1, holding), candidates.length));
    }
  }
  return (terms: readonly string[]) => Math.max(...terms.map((term) => weights.get(term) ?? 0), 0.01);
}

const holdsTerms = (wanted: readonly string[], terms: ReadonlySet<string>) =>
  wanted.length > 0 && wanted.every((term) => terms.has(term));

function bestSimilarity(word: string, words: readonly string[], similar: WordSimilarity): number {
  return words.reduce((best, other) => Math.max(best, similar(word, other)), 0);
}
