import { throwIfAborted, unlessAborted } from '../../base/abort.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import type { EmbeddingIndexState } from '../../contract/system/models.ts';
import type { Store } from '../../db/index.ts';
import type { EmbeddingUse } from '../../models/engine.ts';
import type { MediaService } from '../workers/types.ts';
import { untilQuiet } from '../workers/until-quiet.ts';

/** Segments embedded and stored per batch. */
const BATCH_SIZE = 64;

/** Progress of the index, updated while it is built. */
export type IndexProgress = Pick<EmbeddingIndexState, 'status' | 'waiting' | 'done' | 'total'>;

/** Computes missing embeddings in batches. */
export function createIndexFiller(parts: {
  store: Store;
  media: Pick<MediaService, 'embed'>;
  progress: IndexProgress;
  isBusy(): boolean;
  /** For tests. */
  busyPollMs?: number;
}) {
  const { store, media, progress, isBusy, busyPollMs } = parts;

  /** Embeds texts. The engine can't be interrupted, so results after an abort are discarded. */
  async function embed(settings: EngineSettings, texts: string[], signal: AbortSignal, use: EmbeddingUse = 'passage') {
    throwIfAborted(signal);
    return unlessAborted(media.embed(texts, { engines: settings, use }), signal);
  }

  /** Waits for running analyses, which also add segments to the index. */
  async function waitForAnalyses(signal: AbortSignal): Promise<void> {
    progress.waiting = isBusy();
    await untilQuiet(isBusy, signal, busyPollMs).finally(() => {
      progress.waiting = false;
    });
  }

  /** Embeds every segment that has no embedding of this model. */
  async function fill(settings: EngineSettings, engineId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const groups = store.segments.groupsMissingEmbeddings(engineId);
      if (groups.length === 0) return;
      const count = store.segments.countEmbeddings(engineId);
      Object.assign(progress, { status: 'indexing', done: count.done, total: count.all });
      for (const group of groups) {
        for (;;) {
          await waitForAnalyses(signal);
          const segments = store.segments.missingEmbeddings(engineId, group, BATCH_SIZE);
          if (segments.length === 0) break;
          const texts = segments.map(({ content }) => content);
          const batch = await embed(settings, texts, signal);
          if (batch.model !== engineId) throw new Error('The model changed during the operation.');
          throwIfAborted(signal);
          progress.done += store.segments.addEmbeddings(group, segments, batch);
        }
      }
    }
  }

  return { embed, fill, waitForAnalyses };
}
