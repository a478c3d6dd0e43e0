import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import type { ModuleContext } from '../../module.ts';

/** Input of a text module. Any part of it may be missing. */
export interface Findings {
  /** Seconds; at least the last end of any finding. */
  duration: number;
  hasPicture: boolean;
  hasSound: boolean;
  /** In time order; empty when the module did not run or found nothing. */
  of(module: ModuleName): readonly SegmentDraft[];
}

/** Collects the findings of `modules` in a job. */
export function findingsOf(context: ModuleContext, modules: readonly ModuleName[]): Findings {
  const { media } = context;
  let duration = media.duration;
  for (const module of modules)
    for (const { end_time } of context.segmentsOf(module)) duration = Math.max(duration, end_time);
  return {
    duration,
    hasPicture: media.video !== null,
    hasSound: media.audio !== null,
    of: (module) => context.segmentsOf(module),
  };
}
