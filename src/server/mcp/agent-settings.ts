import { AgentSettings } from '../../contract/account/agents.ts';
import type { Store } from '../../db/index.ts';
import { namedFile } from './allowed-folders.ts';

export type AgentSettingsService = ReturnType<typeof createAgentSettings>;

const KEY = 'agents.analyze_folders';

/** Settings of the local user for agents; nothing is allowed by default. */
export function createAgentSettings(store: Store) {
  const get = (): AgentSettings => AgentSettings.parse({ analyze_folders: store.settings.get(KEY) ?? [] });
  /** Files that the user allowed when an agent asked, each for one import. */
  const consented = new Set<string>();
  return {
    get,

    /** Lets an agent import a file once, after its user agreed. */
    allowOnce: (path: string): void => void consented.add(path),

    /**
     * Returns the path without links of a file of this machine that a key without administration may import, since it
     * is in an allowed folder, or once after a consent; undefined for any other. A link that appears at the path later
     * is not followed where this path is used.
     */
    async importable(path: string): Promise<string | undefined> {
      const named = await namedFile(path, get().analyze_folders);
      const real = named.path ?? path;
      return named.isAllowed || (consented.delete(path) && real === path) ? real : undefined;
    },

    replace({ analyze_folders }: AgentSettings): AgentSettings {
      store.settings.set(KEY, [...new Set(analyze_folders)]);
      return get();
    },
  };
}
