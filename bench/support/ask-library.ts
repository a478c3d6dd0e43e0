import { uuidV7 } from '../../src/base/ids.ts';
import { openStore, type Store } from '../../src/db/index.ts';
import type { EmbeddingEngine, GeneratingEngine } from '../../src/models/engine.ts';
import { createChatAgent } from '../../src/server/chat/agent.ts';
import { createCalibration } from '../../src/server/embeddings/similarity-calibration.ts';
import { createResultsService } from '../../src/server/library/results.ts';
import { createSearchService } from '../../src/server/search/search-service.ts';
import { addUser } from '../../test/db/store-fixture.ts';
import type { AskVideo } from './ask-videos.ts';

const QUIET = { debug() {}, info() {}, warn() {}, error() {} } as never;
const MODEL = 'bench@1';

/** The part of an embedding engine that the bench uses. */
export type Encoder = Pick<EmbeddingEngine, 'embed' | 'dimension'>;

/** A library with these videos and their findings, which answers questions about them as the server does. */
export async function askLibrary(
  videos: readonly AskVideo[],
  encoder: Encoder,
  languageModel: () => Promise<GeneratingEngine | null>,
) {
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  const jobIds = await addVideos(store, userId, videos, encoder);
  const embed = async (texts: readonly string[]) => ({
    model: MODEL,
    dimension: encoder.dimension,
    vectors: await encoder.embed(texts),
  });
  await createCalibration(store, MODEL, embed);
  const search = createSearchService(store, { engineId: () => MODEL, embed });
  const results = createResultsService(store);
  const agent = createChatAgent({
    store,
    results,
    search,
    log: QUIET,
    languageModel,
    citationIds: async () => [],
    embed,
  });
  const found = [...jobIds.values()].map((jobId) => results.segments(store.videos.get(userId, jobId)!));
  const segments = new Map((await Promise.all(found)).flat().map((segment) => [segment.id, segment] as const));
  return {
    contentOf: (segmentId: string): string => segments.get(segmentId)?.content ?? '',
    async ask(video: AskVideo, question: string, sessionId?: string) {
      const about = jobIds.get(video.name)!;
      return agent.ask(userId, { question, about, mode: 'vector', withPeople: true, ...(sessionId && { sessionId }) });
    },
    close: () => store.close(),
  };
}

/**
 * Adds videos with their findings and named speakers; returns their job ids by name.
 * @param encoder embeds the findings; undefined for no embeddings
 */
export async function addVideos(
  store: Store,
  userId: number,
  videos: readonly AskVideo[],
  encoder?: Encoder,
): Promise<Map<string, string>> {
  const jobIds = new Map<string, string>();
  for (const { name, duration, findings } of videos) {
    const jobId = uuidV7();
    const modules = [...findings.keys()];
    const video = store.videos.create(userId, {
      jobId,
      name,
      storagePath: `users/${userId}/${jobId}.mp4`,
      selectedInsights: JSON.stringify(modules),
      fileSize: 1000,
      duration,
    });
    store.jobs.enqueue(userId, jobId, { action: 'process', modules });
    store.jobs.claimNext();
    for (const [module, segments] of findings) {
      const vectors = await encoder?.embed(segments.map(({ content }) => content));
      const embeddings = encoder && vectors && { model: MODEL, dimension: encoder.dimension, vectors };
      store.segments.replaceModule(video.id, {
        module,
        engine: 'bench@1',
        segments,
        ...(embeddings && { embeddings }),
      });
      store.jobs.setModule(video.id, module, { status: 'completed' });
    }
    store.jobs.finish(video.id, { processingTime: 2, warnings: [] });
    for (const { data } of findings.get('transcription') ?? []) {
      if (data?.speaker_id && data.speaker) store.speakers.rename(video.id, data.speaker_id, data.speaker);
    }
    jobIds.set(name, jobId);
  }
  return jobIds;
}
