import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { FindingChange } from '../../contract/evidence/analyses.ts';
import { findingSimilarity } from '../../db/corrections/correction-match.ts';

/** Smaller differences of start and end don’t count, in seconds. */
const TIME_TOLERANCE = 0.25;

/** Differences between the findings of one module in two analyses. */
export interface ComparedFindings {
  changes: FindingChange[];
  added: number;
  gone: number;
  changed: number;
  same: number;
}

/**
 * Compares the findings of a module in two analyses. Equal findings are paired first; the others by overlap in time and
 * similarity of their words, best first. Pure.
 */
export function compareFindings(
  module: ModuleName,
  from: readonly SegmentDraft[],
  to: readonly SegmentDraft[],
): ComparedFindings {
  const { restFrom, restTo, same: equal } = withoutEqual(from, to);
  const pairs = matchedPairs(module, restFrom, restTo);
  const pairedTo = new Set(pairs.values());
  const changes: FindingChange[] = [];
  let same = equal;
  for (const [before, after] of pairs) {
    if (isSame(before, after)) same++;
    else changes.push({ kind: 'changed', module, from: before, to: after });
  }
  for (const before of restFrom) if (!pairs.has(before)) changes.push({ kind: 'gone', module, from: before, to: null });
  for (const after of restTo) if (!pairedTo.has(after)) changes.push({ kind: 'added', module, from: null, to: after });
  const count = (kind: FindingChange['kind']) => changes.filter((change) => change.kind === kind).length;
  return { changes, added: count('added'), gone: count('gone'), changed: count('changed'), same };
}

/** Time at which a change is, in seconds. */
export function timeOf({ from, to }: FindingChange): number {
  return (to ?? from)!.start_time;
}

/** Pairs equal findings, so that only the others are compared with each other. */
function withoutEqual(from: readonly SegmentDraft[], to: readonly SegmentDraft[]) {
  const keyOf = ({ content, start_time, end_time }: SegmentDraft) => `${start_time} ${end_time} ${content}`;
  const left = new Map<string, SegmentDraft[]>();
  for (const segment of from) left.set(keyOf(segment), [...(left.get(keyOf(segment)) ?? []), segment]);
  const restTo = to.filter((segment) => left.get(keyOf(segment))?.pop() === undefined);
  const restFrom = [...left.values()].flat();
  return { restFrom, restTo, same: to.length - restTo.length };
}

/** Pairs of findings that overlap, best first, each at most once. */
function matchedPairs(
  module: ModuleName,
  from: readonly SegmentDraft[],
  to: readonly SegmentDraft[],
): Map<SegmentDraft, SegmentDraft> {
  const byStart = to.toSorted((a, b) => a.start_time - b.start_time);
  const longest = Math.max(0, ...byStart.map(({ start_time, end_time }) => end_time - start_time)) + 1;
  const found: { before: SegmentDraft; after: SegmentDraft; score: number }[] = [];
  for (const before of from) {
    const { content, start_time: startTime, end_time: endTime } = before;
    for (let i = firstFrom(byStart, startTime - longest); i < byStart.length; i++) {
      const after = byStart[i]!;
      if (after.start_time > endTime + 1) break;
      const score = findingSimilarity(module, { content, startTime, endTime }, after);
      if (score > 0) found.push({ before, after, score });
    }
  }
  found.sort((a, b) => b.score - a.score);
  const pairs = new Map<SegmentDraft, SegmentDraft>();
  const taken = new Set<SegmentDraft>();
  for (const { before, after } of found) {
    if (pairs.has(before) || taken.has(after)) continue;
    pairs.set(before, after);
    taken.add(after);
  }
  return pairs;
}

/** Index of the first segment that starts at `time` or later. */
function firstFrom(segments: readonly SegmentDraft[], time: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle]!.start_time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isSame(a: SegmentDraft, b: SegmentDraft): boolean {
  const isNear = (x: number, y: number) => Math.abs(x - y) <= TIME_TOLERANCE;
  return a.content === b.content && isNear(a.start_time, b.start_time) && isNear(a.end_time, b.end_time);
}
