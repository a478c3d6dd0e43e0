import { useState } from 'react';
import type { UpdateEngineOptionsRequest } from '../../../../contract/system/models.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, showChange } from '../../../api/query-client.ts';
import { errorText } from '../../../ui/lib/messages.ts';
import { runAction } from '../run-action.ts';

/** Actions on models, whose errors belong to a row, and changes of engine options, whose errors are toasts. */
export function useModelActions() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const refresh = () => invalidate(queries.models.queryKey, queries.modules.queryKey, queries.engineOptions.queryKey);
  return {
    /** Errors of the last actions by model. */
    problems,
    refresh,

    /** Runs an action on a model. */
    async change(id: string, run: () => Promise<unknown>): Promise<void> {
      const report = (text: string | null) =>
        setProblems(({ [id]: _, ...others }) => (text === null ? others : { ...others, [id]: text }));
      report(null);
      try {
        await run();
      } catch (thrown) {
        report(errorText(thrown));
      }
      refresh();
    },

    /** Saves engine options. Returns whether that succeeded. */
    async update(next: UpdateEngineOptionsRequest): Promise<boolean> {
      const isDone = await runAction(async () => {
        const now = await api.models.update(next);
        showChange(queries.engineOptions, () => now);
        invalidate(queries.frameIndex.queryKey);
      });
      refresh();
      return isDone;
    },
  };
}
