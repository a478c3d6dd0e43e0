import { ReelscopeError } from '../contract/errors.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { AnalysisModule } from './module.ts';

/** A module whose engine is not part of this installation: a state to show and fix. */
export function unavailableModule(
  name: ModuleName,
  input: AnalysisModule['input'],
  reason: string,
  needs: string[],
): AnalysisModule {
  return {
    name,
    input,
    engine: async () => null,
    availability: async () => ({ available: false, reason, needs }),
    start: async () => {
      throw new ReelscopeError('model_unavailable', reason, { details: { needs } });
    },
  };
}
