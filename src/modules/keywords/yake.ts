import { median } from '../../base/statistics.ts';
import { isElided, type Phrase, type Sentence, type TimedToken } from './text.ts';

/** A word or phrase that may be a keyword. */
export interface Candidate {
  /** Lower-case words with a space between them. */
  key: string;
  words: readonly string[];
  /** Where it comes up, in order. */
  mentions: readonly Phrase[];
  /** Lower is better. */
  score: number;
}

const MAX_WORDS = 3;

interface Term {
  count: number;
  cased: number;
  sentences: Set<number>;
  left: Map<string, number>;
  right: Map<string, number>;
}

/**
 * Scores words and phrases of up to three words by how they are used in this text alone: spelling, first position,
 * frequency, company and spread (Campos et al. 2020, "YAKE! Keyword extraction from single documents using multiple
 * local features", Information Sciences 509; formulas 1 to 8). A sentence here is a segment, in time order.
 */
export function scoreCandidates(sentences: readonly Sentence[], stopWords: ReadonlySet<string>): Candidate[] {
  const isStop = (token: TimedToken) => stopWords.has(token.key) || isElided(token) || !isTelling(token.key);
  const terms = collectTerms(sentences, isStop);
  const weights = termScores(terms, sentences.length);
  const mentions = new Map<string, Phrase[]>();
  for (const phrase of sentences.flat()) {
    for (let from = 0; from < phrase.length; from++) {
      for (let to = from + 1; to <= phrase.length; to++) {
        const window = phrase.slice(from, to);
        if (window.filter((token) => !isElided(token)).length > MAX_WORDS) break;
        if (isStop(window[0]!) || isStop(window.at(-1)!)) continue;
        const key = window.map((token) => token.key).join(' ');
        mentions.set(key, [...(mentions.get(key) ?? []), window]);
      }
    }
  }
  return [...mentions].map(([key, found]) => {
    // Function words inside a phrase (`head of state`) add nothing and cost nothing.
    const scores = found[0]!.filter((token) => !isStop(token)).map((token) => weights.get(token.key)!);
    const product = scores.reduce((result, score) => result * score, 1);
    const sum = scores.reduce((result, score) => result + score, 0);
    return {
      key,
      words: found[0]!.map((token) => token.key),
      mentions: found,
      score: product / (found.length * (1 + sum)),
    };
  });
}

/** Whether a word can carry meaning: three letters, or two of a script that writes words with one or two. */
function isTelling(key: string): boolean {
  const letters = key.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 3 ||
    (letters >= 2 && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(key))
  );
}

function collectTerms(sentences: readonly Sentence[], isStop: (token: TimedToken) => boolean): Map<string, Term> {
  const terms = new Map<string, Term>();
  for (const [index, sentence] of sentences.entries()) {
    for (const phrase of sentence) {
      for (const [i, token] of phrase.entries()) {
        if (isStop(token)) continue;
        const term = terms.get(token.key) ?? newTerm();
        terms.set(token.key, term);
        term.count++;
        if (token.cased) term.cased++;
        term.sentences.add(index);
        if (i > 0) increment(term.left, phrase[i - 1]!.key);
        if (i + 1 < phrase.length) increment(term.right, phrase[i + 1]!.key);
      }
    }
  }
  return terms;
}

function newTerm(): Term {
  return { count: 0, cased: 0, sentences: new Set(), left: new Map(), right: new Map() };
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function termScores(terms: ReadonlyMap<string, Term>, sentenceCount: number): Map<string, number> {
  const counts = [...terms.values()].map((term) => term.count);
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const deviation = Math.sqrt(counts.reduce((sum, n) => sum + (n - mean) ** 2, 0) / Math.max(1, counts.length));
  const most = Math.max(1, ...counts);
  const scores = new Map<string, number>();
  for (const [key, term] of terms) {
    const casing = term.cased / (1 + Math.log(term.count));
    const position = Math.log(Math.log(3 + median([...term.sentences])));
    const frequency = term.count / (mean + deviation);
    const company = 1 + (dispersion(term.left) + dispersion(term.right)) * (term.count / most);
    const spread = term.sentences.size / sentenceCount;
    scores.set(key, (company * position) / (casing + frequency / company + spread / company));
  }
  return scores;
}

/** Distinct neighbors per neighbor: 1 = always another one, as with function words. */
function dispersion(neighbors: ReadonlyMap<string, number>): number {
  const total = [...neighbors.values()].reduce((sum, count) => sum + count, 0);
  return total > 0 ? neighbors.size / total : 0;
}
