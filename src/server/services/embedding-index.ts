import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { EMBEDDING_ENGINES, type EmbeddingIndexState } from '../../contract/models.ts';
import type { Store } from '../../db/index.ts';
import type { EngineSettings } from '../../pipeline/protocol.ts';
import type { MediaService } from '../jobs/types.ts';

/** Key of the choice by which questions are answered; the options say which one is wanted. */
const ACTIVE = 'embedding.active';
/** Groups of segments (a module of a video each) that are looked up at once. */
const GROUPS = 50;
/** Milliseconds between two looks at whether jobs have ended. */
const BUSY_POLL_MS = 2000;

/** What makes vectors that can be compared with each other. */
const Active = z.object({
  engine: z.enum(EMBEDDING_ENGINES),
  model: z.string().nullable(),
  ollama_model: z.string().nullable(),
  /** `id@version` of the vectors. */
  tag: z.string(),
});
type Active = z.infer<typeof Active>;

export interface EmbeddingIndexParts {
  store: Store;
  media: MediaService;
  log: Logger;
  /** What is wanted. */
  wanted(): EngineSettings;
  isBusy(): boolean;
  tell(message: { title: string; message: string; type: 'success' | 'warning' }): void;
}

export type EmbeddingIndex = ReturnType<typeof createEmbeddingIndex>;

/** The choice that answers now; undefined before the first index was made, when the wanted one does. */
export function activeEmbeddings(store: Store): Active | undefined {
  return Active.safeParse(store.settings.get(ACTIVE)).data;
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

/**
 * Keeps one vector for each segment. A change of the engine makes all of them anew, group by group, while the ones before
 * answer; then both change places in one statement. What is made is in the database, so that a restart goes on.
 */
export function createEmbeddingIndex(parts: EmbeddingIndexParts) {
  const { store, media, log } = parts;
  const state: EmbeddingIndexState = {
    status: 'ready',
    engine: null,
    wanted: 'bundled',
    done: 0,
    total: 0,
    error: null,
  };
  const closed = new AbortController();
  let running = false;
  let again = false;

  const choice = (settings: EngineSettings) => JSON.stringify([settings.embeddings, settings.ollama]);

  async function pass(): Promise<void> {
    const settings = parts.wanted();
    const key = choice(settings);
    state.wanted = settings.embeddings.engine;
    const first = await media.embed(['ready'], { engines: settings });
    const tag = first.model;
    const before = activeEmbeddings(store);
    const changes = before !== undefined && before.tag !== tag;
    state.total = changes ? store.segments.countVectorless(tag) : 0;
    state.done = 0;
    for (;;) {
      const groups = store.segments.missingVectors(tag, GROUPS);
      if (groups.length === 0) break;
      state.status = 'indexing';
      for (const group of groups) {
        while (parts.isBusy() && !closed.signal.aborted) await wait(BUSY_POLL_MS, undefined, { ref: false });
        if (closed.signal.aborted || choice(parts.wanted()) !== key) return;
        const vectors: Float32Array[] = [];
        for (let from = 0; from < group.segments.length; from += 64) {
          const texts = group.segments.slice(from, from + 64).map(({ content }) => content);
          const batch = await media.embed(texts, { engines: settings });
          if (batch.model !== tag) throw new Error('The model was changed in the middle.');
          vectors.push(...batch.vectors);
        }
        store.segments.addVectors(group, { model: tag, dimension: first.dimension, vectors });
        state.done += group.segments.length;
      }
    }
    if (choice(parts.wanted()) !== key) return;
    const { embeddings, ollama } = settings;
    // What was chosen for the user is written down: another model that is installed later does not take its place unasked.
    const model = embeddings.engine === 'transformers' ? tag.slice('transformers/'.length, tag.lastIndexOf('@')) : null;
    const active = { engine: embeddings.engine, model, ollama_model: ollama.embedding_model, tag };
    store.settings.set(ACTIVE, active);
    state.engine = tag;
    if (changes) {
      const message = 'Search by meaning uses the new engine now.';
      parts.tell({ title: 'Search by meaning', message, type: 'success' });
    }
    while (!closed.signal.aborted && store.segments.dropVectorsBut(tag, GROUPS) > 0) await wait(0);
  }

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        state.error = null;
        await pass();
        state.status = 'ready';
      } catch (thrown) {
        if (closed.signal.aborted) return;
        const error = toError(thrown).message;
        log.warn('segments could not be indexed by meaning', { error });
        // What came with the app is told by the log; what the user chose, to the user.
        if (state.status !== 'failed' && parts.wanted().embeddings.engine !== 'bundled') {
          parts.tell({ title: 'Search by meaning', message: `${error} Words are still found.`, type: 'warning' });
        }
        state.status = 'failed';
        state.error = error;
      }
    } while (again && !closed.signal.aborted);
  }

  return {
    state: (): EmbeddingIndexState => ({
      ...state,
      engine: activeEmbeddings(store)?.tag ?? null,
      wanted: parts.wanted().embeddings.engine,
    }),

    /** Looks whether something is to be done: after a start, a change of the settings, a job. */
    check(): void {
      if (closed.signal.aborted) return;
      again = true;
      if (running) return;
      running = true;
      void run().finally(() => {
        running = false;
      });
    },

    /** Does not wait for an engine that may hang; what was made is stored, and what comes now is dropped. */
    close(): void {
      closed.abort();
    },
  };
}
