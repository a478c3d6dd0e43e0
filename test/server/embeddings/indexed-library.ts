import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/base/time.ts';
import type { UpdateEngineOptionsRequest } from '../../../src/contract/system/models.ts';
import type { Store } from '../../../src/db/index.ts';
import { embedTexts } from '../../../src/pipeline/embed-texts.ts';
import { withEmbeddings } from '../../../src/pipeline/embeddings.ts';
import { createEmbedder } from '../../../src/server/embeddings/embedder.ts';
import { activeEmbeddings, answeringSettings } from '../../../src/server/embeddings/embedding-choice.ts';
import { EmbeddingIndex } from '../../../src/server/embeddings/embedding-index.ts';
import { createEngineOptions } from '../../../src/server/engines/engine-options.ts';
import { createSegmentsService } from '../../../src/server/library/segments.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import type { MediaService } from '../../../src/server/workers/types.ts';
import { addProcessed, addUser, testStore } from '../../db/store-fixture.ts';
import { writeSentenceModel } from '../../fixtures/sentence-model.ts';
import { waitUntil } from '../../fixtures/wait.ts';

export const BUNDLED = 'use-multilingual@1';
/** A sentence that even the tiny sentence model distinguishes from the others. */
export const BIKE = 'a man on a bicycle in the street';

const VIDEOS = 5;
const PER_VIDEO = 70;

/** Real engines in this process, with a gate in front of indexing. */
function openMedia() {
  const gate = { open: async (_texts: readonly string[]): Promise<void> => {} };
  /** Texts embedded for the index. */
  const asked: string[] = [];
  const embed: MediaService['embed'] = async (texts, options = {}) => {
    const isIndexed = options.use === 'passage' && /segment|bicycle/.test(texts[0] ?? '');
    if (isIndexed) await gate.open(texts);
    const batch = await withEmbeddings(options.engines, (engine) => embedTexts(texts, engine, undefined, options.use));
    if (isIndexed) asked.push(...texts);
    const { model, dimension, data } = batch;
    const vectors = texts.map((_, i) => data.subarray(i * dimension, (i + 1) * dimension));
    return { model, dimension, vectors };
  };
  return { embed, gate, asked };
}

const NO_CREDENTIALS = { get: () => null, set: async () => {} };

/** The services of the index over one store, as created at server start. */
export function serve(store: Store, folder: string) {
  const media = openMedia();
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log } as never;
  const options = createEngineOptions(store, folder, NO_CREDENTIALS, {});
  const told: string[] = [];
  const busy = { now: false };
  const index = new EmbeddingIndex({
    store,
    media,
    log,
    options,
    isBusy: () => busy.now,
    notify: ({ type }) => void told.push(type),
    busyPollMs: 5,
  });
  const embedder = createEmbedder({
    media,
    log,
    settings: () => answeringSettings(store, options.engineSettings()),
    engineId: () => activeEmbeddings(store)?.engineId,
    timeoutMs: 5000,
  });
  onTestFinished(() => index.close());
  return {
    media,
    options,
    told,
    busy,
    index,
    embedder,
    search: createSearchService(store, embedder),
    segments: createSegmentsService(store, embedder, systemClock, () => index.check()),
    choose(change: UpdateEngineOptionsRequest) {
      options.update(change);
      index.check();
    },
    active: () => activeEmbeddings(store)?.engineId,
    /** Waits until these vectors serve searches and no others exist. */
    async settled(tag: string) {
      await waitUntil(() => index.state().status === 'ready' && activeEmbeddings(store)?.engineId === tag, {
        timeout: 60_000,
      });
    },
  };
}

/**
 * Some hundred segments in several videos, indexed by the bundled engine, and two sentence models that are installed.
 */
export async function indexedLibrary() {
  const { store, path, reopen } = await testStore();
  const folder = `${path}-data`;
  const models = `${folder}/models`;
  const [one, two] = await Promise.all([
    writeSentenceModel(models, 'tiny-one', 1),
    writeSentenceModel(models, 'tiny-two', 2),
  ]);
  const tagOf = ({ id, files }: typeof one) =>
    `transformers/${id}@${files.find((file) => file.path.endsWith('.onnx'))!.sha256.slice(0, 12)}`;
  const userId = addUser(store);
  const videos = store.transaction(() =>
    Array.from({ length: VIDEOS }, (_, v) =>
      addProcessed(
        store,
        userId,
        Array.from({ length: PER_VIDEO }, (_, i) =>
          v === 2 && i === 40 ? BIKE : `segment ${v} ${i}: quarterly revenue of item ${v * 100 + i}`,
        ),
      ),
    ),
  );
  const server = serve(store, folder);
  server.index.check();
  await server.settled(BUNDLED);
  server.media.asked.length = 0;
  server.told.length = 0;
  const total = VIDEOS * PER_VIDEO;
  return { store, reopen, folder, userId, videos, total, ...server, tags: { one: tagOf(one), two: tagOf(two) } };
}

/** A gate that passes `count` batches, and then none until `release` is called. */
export function doorAfter(count: number) {
  let passed = 0;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const state = { held: [] as readonly string[] };
  const open = async (texts: readonly string[]) => {
    if (++passed <= count) return;
    state.held = texts;
    await released;
  };
  return { open, release: () => release(), state };
}
