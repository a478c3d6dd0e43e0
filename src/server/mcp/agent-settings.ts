import { AgentSettings } from '../../contract/agents.ts';
import type { Store } from '../../db/index.ts';

export type AgentSettingsService = ReturnType<typeof createAgentSettings>;

const KEY = 'agents.analyze_folders';

/** Settings of the local user for agents; nothing is allowed by default. */
export function createAgentSettings(store: Store) {
  const get = (): AgentSettings => AgentSettings.parse({ analyze_folders: store.settings.get(KEY) ?? [] });
  return {
    get,
    replace({ analyze_folders }: AgentSettings): AgentSettings {
      store.settings.set(KEY, [...new Set(analyze_folders)]);
      return get();
    },
  };
}
