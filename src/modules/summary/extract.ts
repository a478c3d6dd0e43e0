import type { Sentence } from '../shared/findings/sentences.ts';
import { cosine, type Ranked, rank } from './rank.ts';

/** Weight of relevance against redundancy (Carbonell and Goldstein, 1998). */
const WORTH = 0.7;
/** Similarity from which a sentence is redundant. */
const SAME = 0.7;
/** UTF-16 units that a summary may have. */
const LENGTH_MAX = 900;

/** How many sentences sum up `seconds` of speech: 2 for a short clip, 5 for ten minutes, 7 for an hour. */
export function sentenceCount(seconds: number): number {
  return Math.min(8, Math.max(2, Math.round(1.5 + Math.log2(1 + seconds / 60))));
}

/** Selects the most central sentences without redundancy, in spoken order. */
export function extract(sentences: readonly Sentence[], count: number): Sentence[] {
  const whole = sentences.reduce((total, { text }) => total + text.length, 0);
  if (sentences.length <= count && whole <= LENGTH_MAX) return [...sentences];
  const open = rank(sentences.map(({ text }) => text));
  if (open.length === 0) return sentences.slice(0, count);
  const best = Math.max(...open.map(({ score }) => score));
  const chosen: Ranked[] = [];
  let length = 0;
  while (chosen.length < count && open.length > 0) {
    const at = nextOf(open, chosen, best);
    if (at === null) break;
    const [next] = open.splice(at, 1);
    const size = sentences[next!.index]!.text.length;
    if (chosen.length > 0 && length + size > LENGTH_MAX) continue;
    chosen.push(next!);
    length += size;
  }
  return chosen.sort((a, b) => a.index - b.index).map(({ index }) => sentences[index]!);
}

/** Maximal marginal relevance: score minus similarity to the selection. Null if all the rest is redundant. */
function nextOf(open: readonly Ranked[], chosen: readonly Ranked[], best: number): number | null {
  let at: number | null = null;
  let top = Number.NEGATIVE_INFINITY;
  for (const [i, { vector, score }] of open.entries()) {
    const similarity = chosen.reduce((most, other) => Math.max(most, cosine(vector, other.vector)), 0);
    if (similarity > SAME) continue;
    const value = WORTH * (score / best) - (1 - WORTH) * similarity;
    if (value > top) [at, top] = [i, value];
  }
  return at;
}
