import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/module-catalog.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { fold, termsOf } from '../text-index/terms.ts';

/** A finding that a correction was made on. */
export interface CorrectedFinding {
  content: string;
  /** Seconds. */
  startTime: number;
  endTime: number;
}

/** Minimum overlap (intersection over union) at which findings with different words are the same. */
const MIN_TIME_OVERLAP = 0.5;
/** Minimum share of common words at which findings at one position are the same. */
const MIN_WORD_SIMILARITY = 0.5;
/** Duration assumed for findings without one, in seconds. */
const SHORTEST = 0.1;

/**
 * Returns, for each correction, the index of the new finding it applies to, or undefined if there is no similar one.
 * Each finding gets at most one correction; the best matches are assigned first. Pure.
 */
export function matchCorrections(
  module: ModuleName,
  corrected: readonly CorrectedFinding[],
  found: readonly SegmentDraft[],
): (number | undefined)[] {
  const pairs = corrected.flatMap((finding, correction) =>
    found.flatMap((segment, position) => {
      const score = findingSimilarity(module, finding, segment);
      return score > 0 ? [{ correction, position, score }] : [];
    }),
  );
  pairs.sort((a, b) => b.score - a.score);
  const matches: (number | undefined)[] = corrected.map(() => undefined);
  const taken = new Set<number>();
  for (const { correction, position } of pairs) {
    if (matches[correction] !== undefined || taken.has(position)) continue;
    matches[correction] = position;
    taken.add(position);
  }
  return matches;
}

/** Rates a match of two findings of a module: 0 = different findings; above 1 = the same words at the same time. */
export function findingSimilarity(module: ModuleName, finding: CorrectedFinding, segment: SegmentDraft): number {
  const shared = timeOverlap(finding, segment);
  if (shared === 0) return 0;
  if (fold(finding.content) === fold(segment.content)) return 1 + shared;
  if (shared < MIN_TIME_OVERLAP) return 0;
  const words = wordSimilarity(finding.content, segment.content);
  return MODULE_CATALOG[module].isSequential || words >= MIN_WORD_SIMILARITY ? (shared + words) / 2 : 0;
}

/** Returns the intersection of two time ranges divided by their union, 0..1. */
function timeOverlap(a: CorrectedFinding, b: SegmentDraft): number {
  const endA = Math.max(a.endTime, a.startTime + SHORTEST);
  const endB = Math.max(b.end_time, b.start_time + SHORTEST);
  const common = Math.min(endA, endB) - Math.max(a.startTime, b.start_time);
  if (common <= 0) return 0;
  return common / (Math.max(endA, endB) - Math.min(a.startTime, b.start_time));
}

/** Returns the Dice coefficient of two sets of terms, 0..1. */
function wordSimilarity(a: string, b: string): number {
  const termsA = new Set(termsOf(a));
  const termsB = new Set(termsOf(b));
  const common = [...termsA].filter((term) => termsB.has(term)).length;
  return termsA.size + termsB.size > 0 ? (2 * common) / (termsA.size + termsB.size) : 0;
}
