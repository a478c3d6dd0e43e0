import { expect, test, vi } from 'vitest';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { openStore } from '../../../src/db/index.ts';
import type { EngineSettings } from '../../../src/pipeline/protocol.ts';
import {
  activeEmbeddings,
  answeringSettings,
  createEmbeddingIndex,
} from '../../../src/server/services/embedding-index.ts';

const settings = (engine: EngineSettings['embeddings']['engine']): EngineSettings => ({
  models_folder: '',
  offline: true,
  speech: { model: null, language: null, vocabulary: [] },
  ollama: { url: null, vision_model: null, language_model: null, embedding_model: null },
  embeddings: { engine, model: null },
});

test('keeps the old engine answering while the new one fails, and then changes over', async () => {
  const store = openStore({ path: ':memory:' });
  let wanted = settings('bundled');
  let down = false;
  const told: string[] = [];
  const index = createEmbeddingIndex({
    store,
    media: {
      embed: async (texts: string[], options?: { engines?: EngineSettings }) => {
        if (down) throw new ReelscopeError('model_unavailable', 'Gone.');
        const engine = options!.engines!.embeddings.engine;
        const model = engine === 'transformers' ? 'transformers/tiny@1' : `${engine}@1`;
        return { model, dimension: 64, vectors: texts.map(() => new Float32Array(64).fill(1 / 8)) };
      },
    } as never,
    log: { debug() {}, info() {}, warn() {}, error() {} } as never,
    wanted: () => wanted,
    isBusy: () => false,
    tell: ({ type }) => void told.push(type),
  });
  index.check();
  await vi.waitUntil(() => activeEmbeddings(store)?.tag === 'bundled@1', { timeout: 30_000 });

  wanted = settings('transformers');
  down = true;
  index.check();
  await vi.waitUntil(() => index.state().status === 'failed', { timeout: 30_000 });
  expect(told).toEqual(['warning']);
  expect(answeringSettings(store, wanted).embeddings.engine).toBe('bundled');

  down = false;
  index.check();
  await vi.waitUntil(() => activeEmbeddings(store)?.tag === 'transformers/tiny@1', { timeout: 30_000 });
  expect(answeringSettings(store, wanted).embeddings).toEqual({ engine: 'transformers', model: 'tiny' });
  index.close();
  store.close();
});
