import type { RateRelevance } from '../../attribution/text-comparison.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { MAX_PAUSE } from './passage-candidates.ts';
import type { Passage } from './passages.ts';

/** Passages that are rated, the best ones by words and meaning. */
const MAX_RATED = 12;
/**
 * Weight of the relevance above that of unrelated texts, and what the share of the question’s words weighs less beside
 * it: fitted to the questions of the benchmark `ask` that are used in development.
 */
const RATED = { weight: 5, unrelated: 0.755, coverage: 0.6 };

/**
 * Ranks the best passages again by a network that was trained on questions and their answers, which also reads the line
 * before each. @returns null where it can’t
 */
export async function rankByRelevance(
  question: string,
  passages: readonly Passage[],
  segments: readonly Segment[],
  rate: RateRelevance,
): Promise<Passage[] | null> {
  const best = passages.slice(0, MAX_RATED);
  const alone = best.map(({ segment }) => segment.content);
  const continued = best.map(({ segment }) => withLineBefore(segment, segments));
  const rated = await rate(question, [...alone, ...continued]);
  if (!rated) return null;
  return best
    .map((passage, i) => {
      const relevance = (rated[i]! + rated[best.length + i]!) / 2 - RATED.unrelated;
      return { ...passage, score: passage.score - RATED.coverage * passage.coverage + RATED.weight * relevance };
    })
    .sort((a, b) => b.score - a.score);
}

function withLineBefore(segment: Segment, segments: readonly Segment[]): string {
  if (segment.module !== 'transcription') return segment.content;
  const before = segments.findLast(
    ({ module, start_time }) => module === 'transcription' && start_time < segment.start_time,
  );
  const isNear = before && segment.start_time - before.end_time <= MAX_PAUSE;
  return isNear ? `${before.content} ${segment.content}` : segment.content;
}
