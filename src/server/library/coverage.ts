import { roundSeconds } from '../../base/time.ts';
import type { ModuleCoverage } from '../../contract/analysis/coverage.ts';
import { DEFAULT_MODULES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';

type Facts = ReturnType<Store['coverage']['of']>;

/** Returns which modules have analyzed a video, and which part of it. */
export function coverageOf(
  store: Pick<Store, 'coverage'>,
  video: VideoRow,
  modules: readonly ModuleName[] = DEFAULT_MODULES,
): ModuleCoverage[] {
  const facts = store.coverage.of(video);
  return modules.map((module) => {
    const run = facts.runs.find((one) => one.module === module);
    const found = facts.findings.find((one) => one.module === module);
    const status = statusOf(facts, run, found, facts.completed.has(module));
    const isWhole = status === 'completed' || status === 'preview';
    const end = isWhole ? video.duration : status === 'partial' ? found!.lastEnd : null;
    return {
      module,
      status,
      findings: found?.count ?? 0,
      start_time: end === null ? null : 0,
      end_time: end === null ? null : roundSeconds(end),
      engine: run?.engine ?? null,
      error: run?.error ?? null,
      is_outdated: (found?.count ?? 0) > 0 && facts.outdated.has(module),
    };
  });
}

/** @param ranBefore whether the module has completed a run since findings were last cleared, the last run included */
function statusOf(
  { job }: Facts,
  run: Facts['runs'][number] | undefined,
  found: Facts['findings'][number] | undefined,
  ranBefore: boolean,
): ModuleCoverage['status'] {
  if (run?.status === 'completed') return job?.depth === 'preview' ? 'preview' : 'completed';
  // Of a run before, whose results remain.
  const isPreview = found !== undefined && found.previews > 0;
  if (ranBefore && !isPreview && (run === undefined || job?.keepsResults === 1)) return 'completed';
  if (isPreview) return 'preview';
  // Findings that a user added are of no module run.
  if (found && found.count > found.additions) return 'partial';
  return run?.status ?? 'not_run';
}
