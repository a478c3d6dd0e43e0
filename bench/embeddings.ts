import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../src/base/abort.ts';
import { openStore, type Store } from '../src/db/index.ts';
import { bundledEmbeddings } from '../src/models/embeddings/index.ts';
import { transformersEmbeddings } from '../src/models/embeddings/transformers.ts';
import type { EmbeddingEngine, EmbeddingUse } from '../src/models/engine.ts';
import { listInstalled } from '../src/models/installer/installed.ts';
import { embedTexts } from '../src/pipeline/embed-texts.ts';
import { createEmbedder } from '../src/server/embeddings/embedder.ts';
import { activeEmbeddings, answeringSettings } from '../src/server/embeddings/embedding-choice.ts';
import { EmbeddingIndex } from '../src/server/embeddings/embedding-index.ts';
import { createEngineOptions } from '../src/server/engines/engine-options.ts';
import { createSearchService } from '../src/server/search/search-service.ts';
import type { MediaService } from '../src/server/workers/types.ts';
import { addProcessed, addUser } from '../test/db/store-fixture.ts';
import { writeSentenceModel } from '../test/fixtures/sentence-model.ts';
import { FINDINGS, MEANINGLESS, QUESTIONS } from '../test/server/search/related.ts';
import { percentile, type Report } from './report.ts';

export const name = 'embeddings: engines, reindexing, relevance of semantic hits';

const SENTENCES = 1000;
const VIDEOS = 10;
const PER_VIDEO = 200;
const TINY = 'tiny-sentence-model';
const QUIET = { debug() {}, info() {}, warn() {}, error() {} } as never;

interface Loaded {
  /** As in the settings; null for the bundled one. */
  model: string | null;
  label: string;
  engine: EmbeddingEngine;
}

/** With `REELSCOPE_TEST_MODELS=<folder>` also the sentence encoders installed there. */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const tiny = await writeSentenceModel(join(folder, 'models'), TINY);
    const engines: Loaded[] = [
      { model: null, label: 'bundled', engine: await bundledEmbeddings.load() },
      {
        model: TINY,
        label: 'transformers.js, tiny model: plumbing only',
        engine: await transformersEmbeddings(join(folder, 'models'), tiny).load(),
      },
    ];
    const installed = process.env['REELSCOPE_TEST_MODELS'] ?? '';
    for (const model of await listInstalled(installed)) {
      if (model.task !== 'sentence-embedding') continue;
      const engine = await transformersEmbeddings(installed, model).load();
      engines.push({ model: model.id, label: `transformers.js, ${model.id}`, engine });
    }
    const own = new Map<string, number>();
    for (const loaded of engines) own.set(loaded.label, await sentences(report, loaded));
    for (const to of engines) await reindex(report, folder, engines, to, own.get(to.label)!);
    await Promise.all(engines.map(({ engine }) => engine.dispose()));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function texts(count: number): string[] {
  const words = 'a red car stops at the old bridge while two people wait for rain to end'.split(' ');
  return Array.from(
    { length: count },
    (_, i) =>
      `${i} ${Array.from({ length: 5 + (i % 16) }, (_, j) => words[(i * 7 + j * j + j) % words.length]).join(' ')}`,
  );
}

/** Sentences per second, and seconds for the library of {@link reindex} in index batches. */
async function sentences(report: Report, { label, engine }: Loaded): Promise<number> {
  await engine.embed(['ready']);
  const before = performance.now();
  await engine.embed(texts(SENTENCES));
  const seconds = (performance.now() - before) / 1000;
  report.figure(`${label}: sentences per second`, (SENTENCES / seconds).toFixed(0));
  const all = texts(PER_VIDEO);
  const started = performance.now();
  for (let video = 0; video < VIDEOS; video++) {
    for (let from = 0; from < PER_VIDEO; from += 64) await engine.embed(all.slice(from, from + 64));
  }
  return (performance.now() - started) / 1000;
}

/** Reindexes a library with another engine while it is searched. */
async function reindex(report: Report, folder: string, engines: Loaded[], to: Loaded, ownSeconds: number) {
  const store = openStore({ path: join(folder, `${to.model}.db`) });
  const media = inProcess(engines);
  const options = createEngineOptions(store, folder, { get: () => null, set: async () => {} }, {});
  const choose = (model: string | null) =>
    options.update({ embedding_engine: model === null ? 'bundled' : 'transformers', embedding_model: model });
  const index = new EmbeddingIndex({ store, media, log: QUIET, options, isBusy: () => false, notify() {} });
  const embedder = createEmbedder({
    media,
    log: QUIET,
    engineId: () => activeEmbeddings(store)?.engineId,
    settings: () => answeringSettings(store, options.engineSettings()),
  });
  const search = createSearchService(store, embedder);
  const userId = addUser(store);
  const ask = async () => {
    const before = performance.now();
    await search.search(userId, { query: 'people who wait in the rain', limit: 20 });
    return performance.now() - before;
  };
  const settled = async () => {
    do await sleep(5);
    while (index.state().status === 'indexing' || index.state().can_cancel || activeEmbeddings(store) === undefined);
  };
  try {
    fill(store, userId);
    choose(to.model === null ? TINY : null);
    index.check();
    await settled();
    const idle: number[] = [];
    for (let i = 0; i < 20; i++) idle.push(await ask());

    const started = performance.now();
    choose(to.model);
    index.check();
    const busy: number[] = [];
    let over = false;
    const asking = (async () => {
      while (!over) {
        busy.push(await ask());
        // At the rate of a user, not of a load test.
        await sleep(200);
      }
    })();
    await settled();
    over = true;
    const seconds = (performance.now() - started) / 1000;
    await asking;
    const count = VIDEOS * PER_VIDEO;
    report.figure(`new index by ${to.label}: segments per second`, (count / seconds).toFixed(0));
    report.figure('  relative to the engine’s own time', `${(seconds / ownSeconds).toFixed(2)} x`);
    report.figure(
      '  a search meanwhile, of one at rest (median)',
      `${(percentile(busy, 0.5) / percentile(idle, 0.5)).toFixed(1)} x`,
    );
    if (to.model !== TINY) await near(report, to);
  } finally {
    index.close();
    store.close();
  }
}

function fill(store: Store, userId: number): void {
  const all = texts(PER_VIDEO);
  store.transaction(() => {
    for (let i = 0; i < VIDEOS; i++)
      addProcessed(
        store,
        userId,
        all.map((text) => `${text} in ${i}`),
      );
  });
}

/** Questions about findings of several types: true hits kept, and unrelated hits. */
async function near(report: Report, { model, engine }: Loaded): Promise<void> {
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  addProcessed(store, userId, FINDINGS);
  const options = createEngineOptions(store, '', { get: () => null, set: async () => {} }, {});
  options.update({ embedding_engine: model === null ? 'bundled' : 'transformers', embedding_model: model });
  const media = inProcess([{ model, label: '', engine }]);
  const index = new EmbeddingIndex({ store, media, log: QUIET, options, isBusy: () => false, notify() {} });
  index.check();
  while (activeEmbeddings(store) === undefined) await sleep(5);
  index.close();
  const tag = () => activeEmbeddings(store)?.engineId;
  const search = createSearchService(
    store,
    createEmbedder({ media, log: QUIET, engineId: tag, settings: () => options.engineSettings() }),
  );
  const find = async (query: string) => (await search.search(userId, { query, mode: 'hybrid', limit: 100 })).hits;
  let kept = 0;
  let others = 0;
  for (const { question, wanted } of QUESTIONS) {
    const hits = await find(question);
    if (hits.some(({ content }) => wanted.includes(content))) kept++;
    others += hits.filter(({ content, match }) => match !== 'words' && !wanted.includes(content)).length;
  }
  let nothing = 0;
  for (const text of MEANINGLESS) if ((await find(text)).length === 0) nothing++;
  report.figure('  questions that keep a true hit', (kept / QUESTIONS.length).toFixed(2), '>= 0.9');
  report.figure(
    `  unrelated hits per question, of ${FINDINGS.length}`,
    (others / QUESTIONS.length).toFixed(2),
    '<= 1.7',
  );
  report.figure('  meaningless queries without hits', `${nothing} of ${MEANINGLESS.length}`, '>= 18');
  store.close();
}

function inProcess(engines: readonly Loaded[]): Pick<MediaService, 'embed'> {
  return {
    async embed(
      given,
      { engines: settings, use }: { engines?: { embeddings: { model: string | null } }; use?: EmbeddingUse } = {},
    ) {
      const wanted = settings?.embeddings.model ?? null;
      const { engine } = engines.find(({ model }) => model === wanted)!;
      const { model, dimension, data } = await embedTexts(given, engine, undefined, use);
      const vectors = given.map((_, i) => data.subarray(i * dimension, (i + 1) * dimension));
      return { model, dimension, vectors };
    },
  };
}
