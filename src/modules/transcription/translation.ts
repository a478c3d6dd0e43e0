import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { RecognizedWord } from '../../models/speech/index.ts';
import { joinWords } from './phrases.ts';

/** Costs in seconds of dividing a translation elsewhere than after a sentence. */
const CLAUSE_COST = 0.6;
const WORD_COST = 1.5;
const SENTENCE_END = /[.!?…]["'”’)\]]*$/u;
const CLAUSE_END = /[,;:–—]["'”’)\]]*$/u;

/**
 * Divides the translation of a chunk among its phrases: near the times at which they change, and rather after sentences
 * and clauses than inside them, because word order and word times differ between languages. Pure.
 * @param phrases in time order @returns a text for each phrase; empty where nothing corresponds to it
 */
export function divideTranslation(
  phrases: readonly Pick<SegmentDraft, 'start_time' | 'end_time'>[],
  words: readonly RecognizedWord[],
): string[] {
  if (phrases.length === 0) return [];
  const cuts = cutsBetween(phrases, words);
  return phrases.map((_, i) => joinWords(words.slice(i === 0 ? 0 : cuts[i - 1], cuts[i] ?? words.length)));
}

/** Index of the first word of each phrase but the first, with the least total cost. */
function cutsBetween(
  phrases: readonly Pick<SegmentDraft, 'start_time' | 'end_time'>[],
  words: readonly RecognizedWord[],
): number[] {
  const borders = phrases.slice(1).map((phrase, i) => (phrases[i]!.end_time + phrase.start_time) / 2);
  // Least cost of placing the borders so far with the last one before word `at`, and the place of the one before it.
  let costs = words.map(() => 0).concat(0);
  const origins: number[][] = [];
  for (const border of borders) {
    const next: number[] = [];
    const from: number[] = [];
    let best = 0;
    for (let at = 0; at <= words.length; at++) {
      if (costs[at]! < costs[best]!) best = at;
      next.push(costs[best]! + costOf(words, at, border));
      from.push(best);
    }
    costs = next;
    origins.push(from);
  }
  const cuts: number[] = [];
  let at = costs.indexOf(Math.min(...costs));
  for (let i = borders.length - 1; i >= 0; i--) {
    cuts.unshift(at);
    at = origins[i]![at]!;
  }
  return cuts;
}

/** Cost of a border before word `at`. */
function costOf(words: readonly RecognizedWord[], at: number, border: number): number {
  const before = words[at - 1];
  const after = words[at];
  const time = ((before ?? after)?.end ?? border) / 2 + ((after ?? before)?.start ?? border) / 2;
  const distance = Math.abs(time - border);
  if (before && after && SENTENCE_END.test(before.text)) return distance;
  return distance + (!before || !after || CLAUSE_END.test(before.text) ? CLAUSE_COST : WORD_COST);
}
