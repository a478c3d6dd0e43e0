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
     * Whether a key without administration may import a file of this machine: in an allowed folder, or once after a
     * consent.
     */
    async mayImport(path: string): Promise<boolean> {
      if (consented.delete(path)) return true;
      return (await namedFile(path, get().analyze_folders)).isAllowed;
    },

    replace({ analyze_folders }: AgentSettings): AgentSettings {
      store.settings.set(KEY, [...new Set(analyze_folders)]);
      return get();
    },
  };
}
