import { z } from 'zod';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import { EMBEDDING_ENGINES, type EngineOptions } from '../../contract/system/models.ts';
import type { Store } from '../../db/index.ts';

/** Settings key of the engine that serves searches; the engine options contain the requested one. */
const ACTIVE_KEY = 'embedding.active';

/** Stored form. `model` applies to `transformers`, `ollama_model` to `ollama`. */
const StoredEmbeddings = z.object({
  engine: z.enum(EMBEDDING_ENGINES),
  model: z.string().nullable(),
  ollama_model: z.string().nullable(),
  tag: z.string(),
});

/** An engine and model whose embeddings are comparable with each other. */
export type ActiveEmbeddings = EngineSettings['embeddings'] & {
  /** `id@version` of the embeddings. */
  engineId: string;
};

/** Returns the engine and model that serve searches; undefined before the first index, while the requested ones do. */
export function activeEmbeddings(store: Store): ActiveEmbeddings | undefined {
  const { data } = StoredEmbeddings.safeParse(store.settings.get(ACTIVE_KEY));
  if (!data) return undefined;
  const { engine, model, ollama_model, tag } = data;
  return { engine, model: engine === 'ollama' ? ollama_model : model, engineId: tag };
}

/** Activates the embeddings of an engine and model for searches. */
export function setActiveEmbeddings(store: Store, { embeddings }: EngineSettings, engineId: string): void {
  const { engine, model } = embeddings;
  const stored: z.infer<typeof StoredEmbeddings> = {
    engine,
    model: engine === 'transformers' ? model : null,
    ollama_model: engine === 'ollama' ? model : null,
    tag: engineId,
  };
  store.settings.set(ACTIVE_KEY, stored);
}

/** Returns the settings with which jobs and searches create embeddings now. */
export function answeringSettings(store: Store, wanted: EngineSettings): EngineSettings {
  const { engine, model } = activeEmbeddings(store) ?? { engine: 'bundled' as const, model: null };
  return { ...wanted, embeddings: { engine, model } };
}

/** Name of the chosen engine's model; null for the bundled engine, or when none was chosen. */
export function selectedModel(options: EngineOptions): string | null {
  if (options.embedding_engine === 'transformers') return options.embedding_model;
  return options.embedding_engine === 'ollama' ? options.ollama_embedding_model : null;
}

/**
 * Resolves the options to an engine. An engine without a model falls back to the bundled one: picking any available
 * model would index the library with a model that nobody chose.
 */
export function requestedEmbeddings(options: EngineOptions): EngineSettings['embeddings'] {
  const model = selectedModel(options);
  if (model === null) return { engine: 'bundled', model: null };
  return { engine: options.embedding_engine, model };
}

function serversOf(ollama: EngineSettings['ollama']): string[] {
  return ollama ? [ollama.url, ...(ollama.others ?? []).map(({ url }) => url)] : [];
}

/** Key that is equal for settings that produce the same embeddings. */
export function choiceKey({ embeddings, ollama, offline }: EngineSettings): string {
  const { engine, model } = embeddings;
  return JSON.stringify(engine === 'ollama' ? [engine, model, serversOf(ollama), offline] : [engine, model]);
}
