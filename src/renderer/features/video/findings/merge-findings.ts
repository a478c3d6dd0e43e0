import type { Segment } from '../../../../contract/segment.ts';

/**
 * Merges new findings into the list in order of start time. New findings of a module replace
 * its earlier ones.
 * @param seen modules that have delivered in this run; added to
 */
export function mergeFindings(known: readonly Segment[], added: readonly Segment[], seen: Set<string>): Segment[] {
  const fresh = new Set(added.map((segment) => segment.module).filter((module) => !seen.has(module)));
  for (const module of fresh) seen.add(module);
  const ids = new Set(added.map((segment) => segment.id));
  const kept = known.filter((segment) => !fresh.has(segment.module) && !ids.has(segment.id));
  return [...kept, ...added].sort((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id));
}
