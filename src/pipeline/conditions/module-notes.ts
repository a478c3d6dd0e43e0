import { toRuns } from '../../base/runs.ts';
import { type Conditions, MAX_DROPPED } from '../../contract/analysis/conditions.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { RunNotes } from '../../modules/module.ts';

/** Conditions that record what one module looked at and dropped; of too many candidates, those with the best scores. */
export function conditionsOf(module: ModuleName, { looks, dropped }: Required<RunNotes>): Conditions {
  const times = looks.map((time) => Math.round(time * 100));
  const best = dropped.toSorted((a, b) => b.score - a.score).slice(0, MAX_DROPPED);
  return {
    modules: {
      [module]: {
        looks: toRuns(times.map((time, i) => time - (times[i - 1] ?? 0))),
        dropped: best.sort((a, b) => a.startTime - b.startTime),
      },
    },
  };
}
