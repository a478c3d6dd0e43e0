import { roundSeconds } from '../../base/time.ts';
import type { CloserRecord } from '../../contract/analysis/closer-look.ts';
import type { ConditionState, CoverageSpan } from '../../contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { AnalysisFacts } from './facts.ts';

/** States of a part that no module examined; after a closer look, one has. */
const UNEXAMINED: ReadonlySet<ConditionState> = new Set<ConditionState>([
  'not_run',
  'failed',
  'incomplete',
  'key_frames_only',
  'not_recorded',
]);

/** Closer looks in which a module ran. Pure. */
export function closerLooksOf({ conditions }: AnalysisFacts, module: ModuleName): CloserRecord[] {
  const ran = ({ modules }: CloserRecord) => modules.some((one) => one.module === module && one.engine !== null);
  return (conditions?.closer ?? []).filter(ran);
}

/** The closer look in which a module examined all of a range and all of the frame; undefined without one. Pure. */
export function closerLookAt(
  facts: AnalysisFacts,
  module: ModuleName,
  { start, end }: { start: number; end: number },
): CloserRecord | undefined {
  return closerLooksOf(facts, module).find((look) => !look.region && look.start <= start && look.end >= end);
}

/** Divides the spans of a module where closer looks at all of the frame begin and end, and marks those parts. Pure. */
export function withCloserLooks(
  facts: AnalysisFacts,
  module: ModuleName,
  spans: readonly CoverageSpan[],
): CoverageSpan[] {
  const looks = closerLooksOf(facts, module).filter(({ region }) => !region);
  if (looks.length === 0) return [...spans];
  const edges = new Set(looks.flatMap(({ start, end }) => [start, end]));
  return spans.flatMap((span) => {
    const inside = [...edges].filter((edge) => edge > span.start_time && edge < span.end_time);
    const bounds = [span.start_time, ...inside.sort((a, b) => a - b), span.end_time];
    return bounds.slice(0, -1).map((start, i) => partOf(span, start, bounds[i + 1]!, looks));
  });
}

function partOf(span: CoverageSpan, start: number, end: number, looks: readonly CloserRecord[]): CoverageSpan {
  const part = { ...span, start_time: roundSeconds(start), end_time: roundSeconds(end) };
  if (!looks.some((look) => look.start <= start && look.end >= end)) return part;
  return { ...part, is_closer: true, ...(UNEXAMINED.has(span.state) && { state: 'examined' as const }) };
}
