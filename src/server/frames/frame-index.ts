import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted, unlessAborted } from '../../base/abort.ts';
import type { Logger } from '../../base/logger.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import type { FrameIndexState } from '../../contract/system/models.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { NewNotification } from '../../db/accounts/notifications.ts';
import type { Store } from '../../db/index.ts';
import type { FrameVector } from '../../db/vectors/frames.ts';
import type { StillFiles } from '../library/stills.ts';
import { createBackgroundPass } from '../workers/background-pass.ts';
import type { MediaService } from '../workers/types.ts';
import { untilQuiet } from '../workers/until-quiet.ts';
import { createFrameCalibration } from './frame-calibration.ts';
import { activeFrameEngine, setActiveFrameEngine } from './frame-choice.ts';

/** Stills embedded per request: about a second of work. */
const BATCH_SIZE = 8;

export interface FrameIndexParts {
  store: Store;
  stills: StillFiles;
  media: Pick<MediaService, 'embedForFrames' | 'embedFrames'>;
  log: Logger;
  settings(): EngineSettings;
  isBusy(): boolean;
  notify(notification: NewNotification): void;
  /** For tests. */
  busyPollMs?: number;
}

export type FrameIndex = ReturnType<typeof createFrameIndex>;

/**
 * Embeds the saved stills of videos that the selected text-image model has not embedded: those analyzed before it was
 * selected, or elsewhere. Embeddings of another model are never compared with its own, and are deleted when its index
 * is complete. Progress is in the database, so a restart resumes it.
 */
export function createFrameIndex(parts: FrameIndexParts) {
  const { store, stills, media, log, settings, isBusy, busyPollMs } = parts;
  let isIndexing = false;
  let isWaiting = false;
  /** Model whose files may have changed, so that its version is asked for. */
  let unverified = true;

  const selected = () => settings().frameModel ?? null;

  async function waitForAnalyses(signal: AbortSignal): Promise<void> {
    isWaiting = isBusy();
    await untilQuiet(isBusy, signal, busyPollMs).finally(() => {
      isWaiting = false;
    });
  }

  async function embedVideo(
    video: { videoId: number; userId: number; jobId: string },
    engine: string,
    signal: AbortSignal,
  ) {
    const engines = settings();
    const folder = await stills.folder(video.jobId);
    const rows = store.stills.list(video.userId, video.jobId);
    const frames: FrameVector[] = [];
    for (let at = 0; at < rows.length; at += BATCH_SIZE) {
      await waitForAnalyses(signal);
      const batch = rows.slice(at, at + BATCH_SIZE);
      const files = batch.map(({ timeMs }) => `${folder}/${timeMs}.jpg`);
      const { model, vectors } = await unlessAborted(media.embedFrames(files, engines), signal);
      if (model !== engine) throw new Error('The model changed during the operation.');
      vectors.forEach((vector, i) => {
        if (vector) frames.push({ timeMs: batch[i]!.timeMs, vector });
      });
    }
    throwIfAborted(signal);
    // Meanwhile it may have been deleted, analyzed again, or given another file.
    const times = rows.map(({ timeMs }) => timeMs);
    if (store.stills.areTimes(video.videoId, times) && !store.frames.has(video.videoId, engine)) {
      store.frames.put(video.videoId, engine, frames);
    }
  }

  async function pass(model: string, signal: AbortSignal): Promise<void> {
    const known = activeFrameEngine(store, model);
    const embed = (texts: string[]) => unlessAborted(media.embedForFrames(texts, settings()), signal);
    if (known !== undefined && !unverified && !store.frames.nextMissing(known)) return;
    // The engine takes memory, which analyses may need.
    await waitForAnalyses(signal);
    isIndexing = true;
    const { model: engine } = await embed(['ready']);
    unverified = false;
    await createFrameCalibration(store, engine, embed);
    throwIfAborted(signal);
    setActiveFrameEngine(store, model, engine);
    const isNew = engine !== known;
    for (;;) {
      await waitForAnalyses(signal);
      const video = store.frames.nextMissing(engine);
      if (!video) break;
      await embedVideo(video, engine, signal);
    }
    while (store.frames.deleteOthers(engine) > 0) {
      await wait(0);
      throwIfAborted(signal);
    }
    if (isNew) parts.notify({ title: sentence('frames.title'), message: sentence('frames.ready'), type: 'success' });
  }

  const { check, close, ...passes } = createBackgroundPass({
    log,
    startMs: 0,
    failed: 'frames could not be embedded',
    choice: () => selected() ?? '',
    async pass(signal) {
      const model = selected();
      if (model === null) return;
      await pass(model, signal).finally(() => {
        isIndexing = false;
      });
    },
    report(failure, isFirst) {
      unverified = true;
      // The settings show it as long as it lasts.
      if (!isFirst) return;
      const message = sentence('frames.failed', { reason: errorText(failure) });
      parts.notify({ title: sentence('frames.title'), message, type: 'warning' });
    },
  });

  return {
    state(): FrameIndexState {
      const model = selected();
      const engine = activeFrameEngine(store, model) ?? null;
      const { all, indexed } = store.frames.count(engine);
      const failure = passes.failure();
      const error = failure && errorText(failure);
      const status = error ? 'failed' : isIndexing || indexed < all || engine === null ? 'indexing' : 'ready';
      return {
        status: model === null ? 'off' : status,
        model,
        engine,
        done: indexed,
        total: all,
        waiting: isWaiting,
        error: error?.message ?? null,
        error_text: error?.text ?? null,
      };
    },

    /** Embeds missing frames; called after startup, analyses, imports, and changes of the settings. */
    check,

    /** Like `check`, after models were installed, replaced, or removed. */
    modelsChanged(): void {
      unverified = true;
      check();
    },

    close,
  };
}
