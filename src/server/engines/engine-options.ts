import { join } from 'node:path';
import type { EngineSettings } from '../../contract/engine-settings.ts';
import { DEFAULT_MODELS_URL, EngineOptions, type UpdateEngineOptionsRequest } from '../../contract/models.ts';
import type { Store } from '../../db/index.ts';
import { requestedEmbeddings } from '../embeddings/embedding-choice.ts';

export type EngineOptionsService = ReturnType<typeof createEngineOptions>;

/** Storage key and default of each option. */
const SETTINGS = {
  offline: { key: 'offline', value: false },
  models_url: { key: 'models.url', value: DEFAULT_MODELS_URL },
  speech_model: { key: 'speech.model', value: null },
  speech_language: { key: 'speech.language', value: null },
  speech_vocabulary: { key: 'speech.vocabulary', value: [] },
  ollama_url: { key: 'ollama.url', value: null },
  ollama_vision_model: { key: 'ollama.vision_model', value: null },
  ollama_language_model: { key: 'ollama.language_model', value: null },
  ollama_embedding_model: { key: 'ollama.embedding_model', value: null },
  embedding_engine: { key: 'embedding.engine', value: 'bundled' },
  embedding_model: { key: 'embedding.model', value: null },
} satisfies { [Name in keyof EngineOptions]: { key: string; value: EngineOptions[Name] } };

/** Engine options of this installation. @param env `REELSCOPE_OFFLINE=1` overrides the stored offline setting */
export function createEngineOptions(store: Store, dataFolder: string, env: NodeJS.ProcessEnv = process.env) {
  function get(): EngineOptions {
    const stored = Object.fromEntries(
      Object.entries(SETTINGS).map(([name, { key, value }]) => [name, store.settings.get(key) ?? value]),
    );
    const options = EngineOptions.parse(stored);
    return env['REELSCOPE_OFFLINE'] === '1' ? { ...options, offline: true } : options;
  }
  return {
    get,

    update(changes: UpdateEngineOptionsRequest): EngineOptions {
      for (const [name, value] of Object.entries(changes)) {
        if (value !== undefined) store.settings.set(SETTINGS[name as keyof EngineOptions].key, value);
      }
      return get();
    },

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
        },
        ollama:
          options.ollama_url === null
            ? null
            : {
                url: options.ollama_url,
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
