import { z } from 'zod';
import { EMBEDDING_ENGINES, type EngineOptions } from '../../contract/models.ts';
import type { Store } from '../../db/index.ts';
import type { EngineSettings } from '../../pipeline/protocol.ts';

/** Key of the choice by which questions are answered; the options say which one is wanted. */
const ACTIVE = 'embedding.active';

/** What makes vectors that can be compared with each other. */
export const ActiveEmbeddings = z.object({
  engine: z.enum(EMBEDDING_ENGINES),
  model: z.string().nullable(),
  ollama_model: z.string().nullable(),
  /** `id@version` of the vectors. */
  tag: z.string(),
});
export type ActiveEmbeddings = z.infer<typeof ActiveEmbeddings>;

/** The choice that answers now; undefined before the first index was made, when the wanted one does. */
export function activeEmbeddings(store: Store): ActiveEmbeddings | undefined {
  return ActiveEmbeddings.safeParse(store.settings.get(ACTIVE)).data;
}

/** From now on, the vectors of this choice answer. */
export function setActiveEmbeddings(store: Store, { embeddings, ollama }: EngineSettings, tag: string): void {
  const active: ActiveEmbeddings = { ...embeddings, ollama_model: ollama.embedding_model, tag };
  store.settings.set(ACTIVE, active);
}

/** Settings by which jobs and questions are to make vectors now. */
export function answeringSettings(store: Store, wanted: EngineSettings): EngineSettings {
  const active = activeEmbeddings(store);
  if (!active) return { ...wanted, embeddings: { engine: 'bundled', model: null } };
  return {
    ...wanted,
    embeddings: { engine: active.engine, model: active.model },
    ollama: { ...wanted.ollama, embedding_model: active.ollama_model },
  };
}

/** The model of the chosen engine, by name; null for the bundled engine, or when none was chosen. */
export function chosenModel(options: EngineOptions): string | null {
  if (options.embedding_engine === 'transformers') return options.embedding_model;
  return options.embedding_engine === 'ollama' ? options.ollama_embedding_model : null;
}

/**
 * What the options come to. An engine without a model is no choice yet, so the bundled one stays: to take any model that happens to
 * be there would index the library by a model that nobody asked for.
 */
export function wantedEmbeddings(options: EngineOptions): EngineSettings['embeddings'] {
  const { embedding_engine: engine, embedding_model: model } = options;
  if (engine === 'bundled' || chosenModel(options) === null) return { engine: 'bundled', model: null };
  return { engine, model: engine === 'transformers' ? model : null };
}

/** Whether two settings make the same vectors. */
export function choiceKey({ embeddings, ollama, offline }: EngineSettings): string {
  const { engine, model } = embeddings;
  return JSON.stringify(engine === 'ollama' ? [engine, ollama.embedding_model, ollama.url, offline] : [engine, model]);
}
