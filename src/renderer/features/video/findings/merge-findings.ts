import type { SegmentEvent } from '../../../../contract/analysis/events.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';

/**
 * Merges findings of a running analysis into the list in order of start time. Findings that the analysis has replaced
 * are removed; those of modules that have not run yet stay.
 */
export function mergeFindings(known: readonly Segment[], added: readonly SegmentEvent[]): Segment[] {
  const firstIds = new Map<string, number>();
  const merged = new Map<string, Segment>();
  for (const { first_id, module } of added) firstIds.set(module, Math.max(Number(first_id), firstIds.get(module) ?? 0));
  for (const segment of [...known, ...added]) {
    if (Number(segment.id) >= (firstIds.get(segment.module) ?? 0)) merged.set(segment.id, segment);
  }
  return [...merged.values()].sort((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id));
}
