import { join } from 'node:path';
import type { EngineSettings } from '../../contract/engine-settings.ts';
import { DEFAULT_MODELS_URL, EngineOptions, type UpdateEngineOptionsRequest } from '../../contract/models.ts';
import type { Store } from '../../db/index.ts';
import { parseServerAddress } from '../../models/server-address.ts';
import { requestedEmbeddings } from '../embeddings/embedding-choice.ts';
import type { ServerCredentials } from './server-credentials.ts';

export type EngineOptionsService = ReturnType<typeof createEngineOptions>;

/** Storage key and default of each option. */
const SETTINGS = {
  offline: { key: 'offline', value: false },
  models_url: { key: 'models.url', value: DEFAULT_MODELS_URL },
  speech_model: { key: 'speech.model', value: null },
  speech_language: { key: 'speech.language', value: null },
  speech_translate: { key: 'speech.translate', value: false },
  speech_vocabulary: { key: 'speech.vocabulary', value: [] },
  ollama_url: { key: 'ollama.url', value: null },
  ollama_vision_model: { key: 'ollama.vision_model', value: null },
  ollama_language_model: { key: 'ollama.language_model', value: null },
  ollama_embedding_model: { key: 'ollama.embedding_model', value: null },
  embedding_engine: { key: 'embedding.engine', value: 'bundled' },
  embedding_model: { key: 'embedding.model', value: null },
} satisfies { [Name in keyof EngineOptions]: { key: string; value: EngineOptions[Name] } };

/** Options that hold the URL of a server; its credentials are in the secret store. */
const URL_OPTIONS = ['models_url', 'ollama_url'] as const;

/** Engine options of this installation. @param env `REELSCOPE_OFFLINE=1` overrides the stored offline setting */
export function createEngineOptions(
  store: Store,
  dataFolder: string,
  credentials: ServerCredentials,
  env: NodeJS.ProcessEnv = process.env,
) {
  function get(): EngineOptions {
    const stored = Object.fromEntries(
      Object.entries(SETTINGS).map(([name, { key, value }]) => [name, store.settings.get(key) ?? value]),
    );
    const options = EngineOptions.parse(stored);
    return env['REELSCOPE_OFFLINE'] === '1' ? { ...options, offline: true } : options;
  }
  /** Stores options; URLs without their credentials. */
  function update(changes: UpdateEngineOptionsRequest): EngineOptions {
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) continue;
      const isUrl = URL_OPTIONS.some((option) => option === name) && typeof value === 'string';
      store.settings.set(SETTINGS[name as keyof EngineOptions].key, isUrl ? parseServerAddress(value).url : value);
    }
    return get();
  }
  return {
    get,

    update,

    /**
     * Updates options, and moves credentials in their URLs to the secret store. A URL without any keeps those of its
     * origin, so that a form can save the URL it was shown.
     */
    async save(changes: UpdateEngineOptionsRequest): Promise<EngineOptions> {
      for (const name of URL_OPTIONS) {
        const text = changes[name];
        if (text === null) await credentials.set(name, null);
        if (text == null) continue;
        const { url, authorization } = parseServerAddress(text);
        const kept = authorization ?? credentials.get(name, url);
        await credentials.set(name, kept === null ? null : { url, authorization: kept });
      }
      return update(changes);
    },

    /** Moves credentials that an earlier version stored in URLs to the secret store. */
    async protect(): Promise<void> {
      for (const name of URL_OPTIONS) {
        const text = store.settings.get(SETTINGS[name].key);
        if (typeof text !== 'string' || URL.parse(text) === null) continue;
        const { url, authorization } = parseServerAddress(text);
        if (authorization === null) continue;
        await credentials.set(name, { url, authorization });
        store.settings.set(SETTINGS[name].key, url);
      }
    },

    /** Returns the Authorization header for a server that an option names; null for none. */
    authorization: (name: (typeof URL_OPTIONS)[number], url: string): string | null => credentials.get(name, url),

    isOffline: () => get().offline,

    /** Returns the options in the form used by workers, modules and models. */
    engineSettings(): EngineSettings {
      const options = get();
      return {
        modelsFolder: modelsFolder(dataFolder),
        offline: options.offline,
        speech: {
          model: options.speech_model,
          language: options.speech_language,
          vocabulary: options.speech_vocabulary,
          translate: options.speech_translate,
        },
        ollama:
          options.ollama_url === null
            ? null
            : {
                url: options.ollama_url,
                authorization: credentials.get('ollama_url', options.ollama_url),
                visionModel: options.ollama_vision_model,
                languageModel: options.ollama_language_model,
              },
        embeddings: requestedEmbeddings(options),
      };
    },
  };
}

export function modelsFolder(dataFolder: string): string {
  return join(dataFolder, 'models');
}
