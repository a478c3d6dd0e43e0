import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted, unlessAborted } from '../../base/abort.ts';
import type { Logger } from '../../base/logger.ts';
import type { LocalizedText } from '../../contract/message.ts';
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

/**
 * Embeds the saved stills of videos that the selected text-image model has not embedded: those analyzed before it was
 * selected, or elsewhere. Embeddings of another model are never compared with its own, and are deleted when its index
 * is complete. Progress is in the database, so a restart resumes it.
 */
export class FrameIndex {
  readonly #parts: FrameIndexParts;
  readonly #background;
  #isIndexing = false;
  #isWaiting = false;
  /** Whether the files of the model may have changed, so that its version is asked for. */
  #isUnverified = true;

  constructor(parts: FrameIndexParts) {
    this.#parts = parts;
    this.#background = createBackgroundPass({
      log: parts.log,
      startMs: 0,
      failed: 'frames could not be embedded',
      choice: () => this.#model ?? '',
      pass: async (signal) => {
        const model = this.#model;
        if (model === null) return;
        await this.#pass(model, signal).finally(() => {
          this.#isIndexing = false;
        });
      },
      report: (failure, isFirst) => {
        this.#isUnverified = true;
        // The settings show it as long as it lasts.
        if (isFirst) this.#notify('warning', sentence('frames.failed', { reason: errorText(failure) }));
      },
    });
  }

  state(): FrameIndexState {
    const { frames } = this.#parts.store;
    const model = this.#model;
    const engine = activeFrameEngine(this.#parts.store, model) ?? null;
    const { all, indexed } = frames.count(engine);
    const failure = this.#background.failure();
    const error = failure && errorText(failure);
    const status = error ? 'failed' : this.#isIndexing || indexed < all || engine === null ? 'indexing' : 'ready';
    return {
      status: model === null ? 'off' : status,
      model,
      engine,
      done: indexed,
      total: all,
      waiting: this.#isWaiting,
      error: error?.message ?? null,
      error_text: error?.text ?? null,
    };
  }

  /** Embeds missing frames; called after startup, analyses, imports, and changes of the settings. */
  check(): void {
    this.#background.check();
  }

  /** Like `check`, after models were installed, replaced, or removed. */
  modelsChanged(): void {
    this.#isUnverified = true;
    this.check();
  }

  close(): void {
    this.#background.close();
  }

  get #model(): string | null {
    return this.#parts.settings().frameModel ?? null;
  }

  async #pass(model: string, signal: AbortSignal): Promise<void> {
    const { store, media, settings } = this.#parts;
    const known = activeFrameEngine(store, model);
    const embed = (texts: string[]) => unlessAborted(media.embedForFrames(texts, settings()), signal);
    if (known !== undefined && !this.#isUnverified && !store.frames.nextMissing(known)) return;
    // The engine takes memory, which analyses may need.
    await this.#waitForAnalyses(signal);
    this.#isIndexing = true;
    const { model: engine } = await embed(['ready']);
    this.#isUnverified = false;
    await createFrameCalibration(store, engine, embed);
    throwIfAborted(signal);
    setActiveFrameEngine(store, model, engine);
    for (;;) {
      await this.#waitForAnalyses(signal);
      const video = store.frames.nextMissing(engine);
      if (!video) break;
      await this.#embedVideo(video, engine, signal);
    }
    while (store.frames.deleteOthers(engine) > 0) {
      await wait(0);
      throwIfAborted(signal);
    }
    if (engine !== known) this.#notify('success', sentence('frames.ready'));
  }

  async #waitForAnalyses(signal: AbortSignal): Promise<void> {
    const { isBusy, busyPollMs } = this.#parts;
    this.#isWaiting = isBusy();
    await untilQuiet(isBusy, signal, busyPollMs).finally(() => {
      this.#isWaiting = false;
    });
  }

  async #embedVideo(
    { videoId, userId, jobId }: { videoId: number; userId: number; jobId: string },
    engine: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, stills, media, settings } = this.#parts;
    const engines = settings();
    const folder = await stills.folder(jobId);
    const times = store.stills.list(userId, jobId).map(({ timeMs }) => timeMs);
    const frames: FrameVector[] = [];
    for (let at = 0; at < times.length; at += BATCH_SIZE) {
      await this.#waitForAnalyses(signal);
      const batch = times.slice(at, at + BATCH_SIZE);
      const files = batch.map((timeMs) => `${folder}/${timeMs}.jpg`);
      const { model, vectors } = await unlessAborted(media.embedFrames(files, engines), signal);
      if (model !== engine) throw new Error('The model changed during the operation.');
      vectors.forEach((vector, i) => {
        if (vector) frames.push({ timeMs: batch[i]!, vector });
      });
    }
    throwIfAborted(signal);
    // Meanwhile it may have been deleted, analyzed again, or given another file.
    if (store.stills.areTimes(videoId, times) && !store.frames.has(videoId, engine))
      store.frames.put(videoId, engine, frames);
  }

  #notify(type: 'success' | 'warning', message: LocalizedText): void {
    this.#parts.notify({ title: sentence('frames.title'), message, type });
  }
}
