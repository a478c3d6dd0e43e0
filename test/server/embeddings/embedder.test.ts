import { expect, test, vi } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { createEmbedder } from '../../../src/server/embeddings/embedder.ts';
import { startOllamaDouble } from '../../fixtures/ollama-double.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { BIKE, BUNDLED, indexedLibrary } from './indexed-library.ts';

const WAIT = { timeout: 60_000 };
const QUERY = { query: 'quarterly bicycle', limit: 5 };

test('an unreachable model server leaves keyword search, and is reported; mode vector fails', async () => {
  const { options, userId, search, media, ...library } = await indexedLibrary();
  const ollama = await startOllamaDouble();
  options.update({ ollama_url: ollama.url, ollama_embedding_model: 'nomic-embed-text' });
  library.choose({ embedding_engine: 'ollama' });
  await waitUntil(() => library.active()?.startsWith('ollama/'), WAIT);
  await library.settled(library.active()!);
  const embed = vi.spyOn(media, 'embed');
  const well = await search.search(userId, QUERY);
  expect(well.semantic).toBe(true);
  // The engine embeds the question, and its words with it.
  expect(embed.mock.calls.map(([texts]) => texts)).toEqual([[QUERY.query, 'quarterly', 'bicycle']]);

  await ollama.close();
  const keywordHits = await search.search(userId, QUERY);
  expect(keywordHits.semantic).toBe(false);
  expect(keywordHits.hits.map(({ content }) => content)).toContain(BIKE);
  expect(keywordHits.hits.every(({ similarity }) => similarity === 0)).toBe(true);
  await expect(search.search(userId, { ...QUERY, mode: 'vector' })).rejects.toMatchObject({
    code: 'model_unavailable',
  });
}, 120_000);

test('a model replaced under the same name is not compared with stored vectors', async () => {
  const { options, userId, search, ...library } = await indexedLibrary();
  const model = { name: 'nomic-embed-text:latest', capabilities: ['embedding'], digest: 'a'.repeat(64) };
  const ollama = await startOllamaDouble({ models: [model] });
  options.update({ ollama_url: ollama.url, ollama_embedding_model: 'nomic-embed-text' });
  library.choose({ embedding_engine: 'ollama' });
  await library.settled('ollama/nomic-embed-text@aaaaaaaaaaaa');
  const { embedder } = library;
  expect(await embedder.embed(['x'])).not.toBeNull();
  const pulled = createEmbedder({
    media: {
      embed: async (texts) => ({
        model: 'ollama/nomic-embed-text@bbbbbbbbbbbb',
        dimension: 8,
        vectors: texts.map(() => new Float32Array(8)),
      }),
    },
    log: { warn() {} } as never,
    settings: () => options.engineSettings(),
    engineId: () => library.active(),
  });
  expect(await pulled.embed(['x'])).toBeNull();
  expect((await search.search(userId, QUERY)).semantic).toBe(true);
  await ollama.close();
}, 120_000);

test('a query is embedded again if the engine changes meanwhile', async () => {
  let active = 'old@1';
  const asked: string[] = [];
  const embedder = createEmbedder({
    media: {
      async embed(texts) {
        const model = active;
        asked.push(model);
        active = 'new@1';
        return { model, dimension: 8, vectors: texts.map(() => new Float32Array(8)) };
      },
    },
    log: { warn() {} } as never,
    settings: () => ({}) as never,
    engineId: () => active,
  });
  expect(await embedder.embed(['x'])).toMatchObject({ model: 'new@1' });
  expect(asked).toEqual(['old@1', 'new@1']);
});

test('a removed sentence model leaves keyword search', async () => {
  const { userId, search, tags, media, options, ...library } = await indexedLibrary();
  library.choose({ embedding_engine: 'transformers', embedding_model: 'tiny-one' });
  await library.settled(tags.one);
  // The state that a restarted worker finds.
  const settings = { ...options.engineSettings(), embeddings: { engine: 'transformers' as const, model: 'gone' } };
  vi.spyOn(options, 'engineSettings').mockReturnValue(settings);
  const embed = media.embed;
  vi.spyOn(media, 'embed').mockImplementation((texts, given) =>
    embed(texts, { ...given, engines: { ...given!.engines!, embeddings: settings.embeddings } }),
  );
  const { semantic, hits } = await search.search(userId, QUERY);
  expect(semantic).toBe(false);
  expect(hits.map(({ content }) => content)).toContain(BIKE);
}, 120_000);

const settings = () => ({}) as never;
const log = { warn: vi.fn() } as never;

test('a search does not wait for an unresponsive engine, and the next one not at all', async () => {
  let answer: () => void = () => {};
  let asked = 0;
  const slow = new Promise<{ model: string; dimension: number; vectors: Float32Array[] }>((resolve) => {
    answer = () => resolve({ model: 'm@1', dimension: 1, vectors: [new Float32Array(1)] });
  });
  const media = {
    embed: () => {
      asked++;
      return slow;
    },
  };
  const embedder = createEmbedder({ media, log, settings, engineId: () => 'm@1', timeoutMs: 20 });
  expect(await embedder.embed(['a'])).toBeNull();
  expect(await embedder.embed(['b'])).toBeNull();
  expect(asked).toBe(1);
  answer();
  await waitUntil(async () => (await embedder.embed(['c'])) !== null, WAIT);
});

test("errors of the engine don't fail a search; a canceled search ends", async () => {
  for (const error of [new ReelscopeError('worker_crashed', 'Crashed.'), new TypeError('native')]) {
    const media = { embed: () => Promise.reject(error) };
    expect(await createEmbedder({ media, log, settings, engineId: () => undefined }).embed(['a'])).toBeNull();
  }
  const never = createEmbedder({
    media: { embed: () => new Promise<never>(() => {}) },
    log,
    settings,
    engineId: () => BUNDLED,
  });
  const controller = new AbortController();
  const work = never.embed(['a'], 'query', controller.signal);
  controller.abort();
  await expect(work).rejects.toThrow(CanceledError);
  await expect(never.embed(['a'], 'query', controller.signal)).rejects.toThrow(CanceledError);
});
