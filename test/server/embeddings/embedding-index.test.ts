import { expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../../src/db/index.ts';
import { activeEmbeddings, setActiveEmbeddings } from '../../../src/server/embeddings/embedding-choice.ts';
import { addProcessed, addUser, findings, testStore } from '../../db/store-fixture.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { startOllamaDouble } from '../../fixtures/ollama-double.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { BIKE, BUNDLED, doorAfter, indexedLibrary, serve } from './indexed-library.ts';

const WAIT = { timeout: 60_000 };
const transformers = (model: string) => ({ embedding_engine: 'transformers' as const, embedding_model: model });

function expectWhole(store: Store, tag: string, total: number): void {
  expect(store.segments.groupsMissingEmbeddings(tag)).toEqual([]);
  expect(store.segments.countEmbeddings(tag)).toEqual({ all: total, done: total });
}

test('changing the engine rebuilds all vectors while the previous ones answer, each search by one model', async () => {
  const library = await indexedLibrary();
  const { store, tags, total, userId, search, media, index } = library;
  const nearest = vi.spyOn(store.search, 'nearest');
  const ask = async () => {
    const { hits, semantic } = await search.search(userId, {
      query: 'someone riding a bike',
      limit: 5,
      mode: 'vector',
    });
    expect(semantic).toBe(true);
    return { best: hits[0]?.content, similarity: hits[0]?.similarity };
  };
  const before = await ask();
  expect(before.best).toBe(BIKE);

  const door = doorAfter(2);
  media.gate.open = door.open;
  library.choose(transformers('tiny-one'));
  await waitUntil(() => door.state.held.length > 0, WAIT);
  expect(index.state()).toMatchObject({
    status: 'indexing',
    engine: BUNDLED,
    dimension: 512,
    wanted: 'transformers',
    wanted_model: 'tiny-one',
    total,
    can_cancel: true,
    error: null,
  });
  expect(index.state().done).toBe(media.asked.length);
  expect(index.state().done).toBeGreaterThan(64);
  expect(await ask()).toEqual(before);

  // Searches continue during the change.
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  let over = false;
  const asking = (async () => {
    while (!over) answers.push(await ask());
  })();
  door.release();
  await library.settled(tags.one);
  over = true;
  await asking;
  const after = await ask();
  expect(after).toMatchObject({ best: BIKE });
  expect(after.similarity).not.toBe(before.similarity);
  // Each search uses one engine, and none returns to the previous one.
  const models = answers.map(({ best, similarity }) => {
    expect(best).toBe(BIKE);
    expect([before.similarity, after.similarity]).toContain(similarity);
    return similarity === before.similarity ? 'old' : 'new';
  });
  expect(models.lastIndexOf('old')).toBeLessThan(models.includes('new') ? models.indexOf('new') : models.length);
  for (const [model, vector] of nearest.mock.calls) expect(vector).toHaveLength(model === BUNDLED ? 512 : 32);

  expectWhole(store, tags.one, total);
  await waitUntil(() => store.segments.countEmbeddings(BUNDLED).done === 0, WAIT);
  expect(library.told).toEqual(['success']);
  expect(index.state()).toMatchObject({ status: 'ready', engine: tags.one, dimension: 32, can_cancel: false });
}, 120_000);

extendedTest(
  'canceling a change keeps the previous engine, and deletes the new vectors',
  async () => {
    const { store, media, index, tags, total, options, told, ...library } = await indexedLibrary();
    const door = doorAfter(2);
    media.gate.open = door.open;
    library.choose(transformers('tiny-one'));
    await waitUntil(() => door.state.held.length > 0, WAIT);
    expect(store.segments.countEmbeddings(tags.one).done).toBeGreaterThan(0);
    index.cancel();
    expect(options.get().embedding_engine).toBe('bundled');
    await waitUntil(() => store.segments.countEmbeddings(tags.one).done === 0, WAIT);
    door.release();
    await library.settled(BUNDLED);
    expectWhole(store, BUNDLED, total);
    expect(store.segments.countEmbeddings(tags.one).done).toBe(0);
    expect(told).toEqual([]);
    expect(() => index.cancel()).toThrow(expect.objectContaining({ code: 'conflict' }));
  },
  120_000,
);

extendedTest(
  'another change during a rebuild replaces the first',
  async () => {
    const { store, media, tags, total, ...library } = await indexedLibrary();
    const door = doorAfter(2);
    media.gate.open = door.open;
    library.choose(transformers('tiny-one'));
    await waitUntil(() => door.state.held.length > 0, WAIT);
    media.gate.open = async () => {};
    library.choose(transformers('tiny-two'));
    await library.settled(tags.two);
    door.release();
    expectWhole(store, tags.two, total);
    await waitUntil(() => store.segments.countEmbeddings(tags.one).done === 0, WAIT);
  },
  120_000,
);

extendedTest(
  'a server stopped during a rebuild resumes where it was',
  async () => {
    const library = await indexedLibrary();
    const { tags, total, folder } = library;
    const door = doorAfter(3);
    library.media.gate.open = door.open;
    library.choose(transformers('tiny-one'));
    await waitUntil(() => door.state.held.length > 0, WAIT);
    const done = library.store.segments.countEmbeddings(tags.one).done;
    expect(done).toBeGreaterThan(128);
    library.index.close();
    library.store.close();
    door.release();

    const store = library.reopen();
    expect(activeEmbeddings(store)?.engineId).toBe(BUNDLED);
    const next = serve(store, folder);
    next.index.check();
    await next.settled(tags.one);
    expectWhole(store, tags.one, total);
    expect(next.media.asked).toHaveLength(total - done);
    expect(next.told).toEqual(['success']);
  },
  120_000,
);

extendedTest(
  'edits, removals, and new analyses during a rebuild have their vectors in the end',
  async () => {
    const library = await indexedLibrary();
    const { store, tags, total, userId, videos, segments, media, search } = library;
    const [first, second, , , last] = videos;
    const door = doorAfter(2);
    media.gate.open = door.open;
    library.choose(transformers('tiny-one'));
    await waitUntil(() => door.state.held.length > 0, WAIT);

    const rows = store.segments.list(userId, second!.jobId);
    const held = rows.find(({ content }) => door.state.held.includes(content))!;
    const done = store.segments.list(userId, first!.jobId)[0]!;
    // One with its new vector, one that is being embedded, and one that is pending.
    for (const [row, content] of [
      [done, 'a dog runs on the beach'],
      [held, 'a dog runs under a tree'],
      [rows.at(-1)!, 'two cars on the road'],
    ] as const) {
      await segments.update(userId, String(row.id), { content });
    }
    segments.delete(userId, String(rows.find((row) => row !== held && row !== rows.at(-1))!.id));
    // Reanalyzed by a worker that uses the old engine, and without any.
    const texts = ['a wood of trees', 'money that people grew'];
    const batch = await media.embed(texts);
    store.segments.replaceModule(last!.id, findings(texts, { vectors: batch.vectors, model: BUNDLED }));
    store.segments.replaceModule(last!.id, findings(['segment of signs'], { module: 'ocr' }));
    library.index.check();
    door.release();
    await library.settled(tags.one);

    expectWhole(store, tags.one, total - 1 - 70 + 3);
    const { vectors } = await media.embed(['a dog runs under a tree'], { engines: library.options.engineSettings() });
    expect(store.search.compare(tags.one, vectors[0]!, [held.id])[0]?.similarity).toBeCloseTo(1, 5);
    const { hits } = await search.search(userId, { query: 'dog beach', limit: 1, mode: 'vector' });
    expect(hits[0]?.content).toBe('a dog runs on the beach');
  },
  120_000,
);

extendedTest(
  'a text edited while no engine was available gets its vector later',
  async () => {
    const { store, userId, videos, segments, options, ...library } = await indexedLibrary();
    const ollama = await startOllamaDouble();
    options.update({ ollama_url: ollama.url, ollama_embedding_model: 'nomic-embed-text' });
    library.choose({ embedding_engine: 'ollama' });
    await waitUntil(() => library.active()?.startsWith('ollama/'), WAIT);
    const tag = library.active()!;
    await library.settled(tag);
    ollama.mode = 'error';
    const [id] = videos[0]!.segmentIds;
    await segments.update(userId, String(id), { content: 'segment that was misheard' });
    await waitUntil(() => library.index.state().status === 'failed', WAIT);
    expect(store.segments.countEmbeddings(tag).done).toBe(library.total - 1);
    expect(library.told).toEqual(['success', 'warning']);
    ollama.mode = 'well';
    library.index.check();
    await library.settled(tag);
    expectWhole(store, tag, library.total);
    expect(library.told).toEqual(['success', 'warning']);
    await ollama.close();
  },
  120_000,
);

extendedTest(
  'a model server that fails during a rebuild leaves the previous engine, and the rest follows when it is back',
  async () => {
    const { store, total, userId, search, options, media, ...library } = await indexedLibrary();
    const ollama = await startOllamaDouble();
    options.update({ ollama_url: ollama.url, ollama_embedding_model: 'nomic-embed-text' });
    media.gate.open = async () => {
      if (media.asked.length >= 128) ollama.mode = 'error';
    };
    library.choose({ embedding_engine: 'ollama' });
    await waitUntil(() => library.index.state().status === 'failed', WAIT);
    expect(library.index.state().error).toBeTruthy();
    expect(library.told).toEqual(['warning']);
    const { hits, semantic } = await search.search(userId, { query: 'someone riding a bike', limit: 1 });
    expect([semantic, hits[0]?.content]).toEqual([true, BIKE]);

    ollama.mode = 'well';
    media.gate.open = async () => {};
    const made = media.asked.length;
    library.index.check();
    await waitUntil(() => library.active()?.startsWith('ollama/'), WAIT);
    await library.settled(library.active()!);
    expectWhole(store, library.active()!, total);
    expect(media.asked.length).toBeLessThan(made + total);
    await ollama.close();
  },
  120_000,
);

test('replaces the vectors of a former bundled encoder, while keyword search answers', async () => {
  const { store, path } = await testStore();
  const userId = addUser(store);
  const former = 'toy@1';
  const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  addProcessed(store, userId, ['The battery lasts two days', BIKE], { vectors });
  const server = serve(store, `${path}-data`);
  setActiveEmbeddings(store, server.options.engineSettings(), former);
  const ask = async (query: string) => {
    const { hits, semantic } = await server.search.search(userId, { query, limit: 5 });
    return { semantic, found: hits.map(({ content }) => content) };
  };
  expect(await ask('battery')).toEqual({ semantic: false, found: ['The battery lasts two days'] });
  expect(await ask('jemand fährt Fahrrad')).toEqual({ semantic: false, found: [] });
  server.index.check();
  await server.settled(BUNDLED);
  expectWhole(store, BUNDLED, 2);
  expect(store.segments.countEmbeddings(former).done).toBe(0);
  expect(await ask('jemand fährt Fahrrad')).toEqual({ semantic: true, found: [BIKE] });
  expect(server.told).toEqual(['success']);
});

test('pauses while videos are analyzed', async () => {
  const { index, busy, tags, ...library } = await indexedLibrary();
  busy.now = true;
  library.choose(transformers('tiny-one'));
  await waitUntil(() => index.state().waiting, WAIT);
  expect(index.state()).toMatchObject({ status: 'indexing', done: 0 });
  busy.now = false;
  await library.settled(tags.one);
  expect(index.state().waiting).toBe(false);
}, 120_000);

extendedTest(
  'an engine without a model falls back to the bundled one, and is reported',
  async () => {
    const { index, options, media, ...library } = await indexedLibrary();
    for (const engine of ['transformers', 'ollama'] as const) {
      library.choose({ embedding_engine: engine });
      await library.settled(BUNDLED);
      expect(index.state()).toMatchObject({
        wanted: 'bundled',
        wanted_model: null,
        engine: BUNDLED,
        can_cancel: false,
      });
      expect(index.state().note).toContain(engine);
    }
    expect(media.asked).toEqual([]);
    library.choose({ embedding_engine: 'bundled' });
    expect(index.state().note).toBeNull();
  },
  120_000,
);

extendedTest(
  'an engine that fails immediately is reported, and leaves nothing when the server stops',
  async () => {
    const { media, told, index, ...library } = await indexedLibrary();
    const unheard = vi.fn();
    process.on('unhandledRejection', unheard);
    onTestFinished(() => void process.off('unhandledRejection', unheard));
    // Throws synchronously: the worker can't be started.
    media.embed = () => {
      throw new Error('No worker.');
    };
    library.choose(transformers('tiny-one'));
    await waitUntil(() => index.state().status === 'failed', WAIT);
    expect(index.state()).toMatchObject({ engine: BUNDLED, error: 'No worker.', can_cancel: true });
    expect(told).toEqual(['warning']);
    index.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(unheard).not.toHaveBeenCalled();
  },
  120_000,
);
