import type { Segment } from '../../../../contract/segment.ts';

/**
 * Findings with those that have just been made, in the order of their starts. What a module says anew takes the place
 * of what it said before.
 * @param seen modules that have delivered in this run; added to
 */
export function mergeFindings(known: readonly Segment[], added: readonly Segment[], seen: Set<string>): Segment[] {
  const fresh = new Set(added.map((segment) => segment.module).filter((module) => !seen.has(module)));
  for (const module of fresh) seen.add(module);
  const ids = new Set(added.map((segment) => segment.id));
  const kept = known.filter((segment) => !fresh.has(segment.module) && !ids.has(segment.id));
  return [...kept, ...added].sort((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id));
}
