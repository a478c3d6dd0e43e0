import type { Conditions, DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import type { CoverageSpan } from '../../contract/analysis/coverage-map.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';

/** Everything that is known about how a video was analyzed. */
export interface AnalysisFacts {
  /** Seconds. */
  duration: number;
  /** Of all modules that read the file. */
  coverage: readonly ModuleCoverage[];
  /** Null for a video that was analyzed by an earlier version. */
  conditions: Conditions | null;
  /** Upright size of the picture in pixels; null without one. */
  picture: { width: number; height: number } | null;
  /** Whether there is an audio track, or that is not known. */
  hasSound: boolean;
  /** Audio tracks that were not listened to. */
  skippedTracks: readonly number[];
}

/** Probability of speech in percent from which a second has speech. */
export const SPEECH_PERCENT = 50;

/** Whether a module could find whatever is in a part of a video in this state; silence hides nothing. Pure. */
export const isSufficient = (state: CoverageSpan['state']): boolean => state === 'examined' || state === 'silent';

/** Modules that listen. */
const HEARING: ReadonlySet<ModuleName> = new Set<ModuleName>(['transcription', 'audioevents']);

export const isHearing = (module: ModuleName): boolean => HEARING.has(module);

/** Candidates that a module dropped in a range of seconds. */
export function droppedIn(
  { conditions }: AnalysisFacts,
  module: ModuleName,
  { start, end }: { start: number; end: number },
): DroppedCandidate[] {
  const all = conditions?.modules[module]?.dropped ?? [];
  return all.filter(({ startTime, endTime }) => startTime < end && Math.max(endTime, startTime + 0.001) > start);
}

/** Times in seconds at which a module looked at the picture, in order. */
export function looksOf({ conditions }: AnalysisFacts, module: ModuleName): number[] {
  const runs = conditions?.modules[module]?.looks ?? [];
  const times: number[] = [];
  let time = 0;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    for (let count = runs[i + 1]!; count > 0; count--) {
      time += runs[i]!;
      times.push(time / 100);
    }
  }
  return times;
}
