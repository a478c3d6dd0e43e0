import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import type { EmbeddingIndexState, EngineOptions, UpdateEngineOptionsRequest } from '../../contract/system/models.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { NewNotification } from '../../db/accounts/notifications.ts';
import type { SegmentVectors } from '../../db/findings.ts';
import type { Store } from '../../db/index.ts';
import type { EmbeddingUse } from '../../models/engine.ts';
import { createBackgroundPass } from '../workers/background-pass.ts';
import type { MediaService } from '../workers/types.ts';
import {
  type ActiveEmbeddings,
  activeEmbeddings,
  answeringSettings,
  choiceKey,
  selectedModel,
  setActiveEmbeddings,
} from './embedding-choice.ts';
import { createIndexFiller, type IndexProgress } from './index-filler.ts';
import { createCalibration } from './similarity-calibration.ts';

export interface EmbeddingIndexParts {
  store: Store;
  media: Pick<MediaService, 'embed'>;
  log: Logger;
  options: {
    get(): EngineOptions;
    /** Settings that the user has chosen. */
    engineSettings(): EngineSettings;
    update(changes: UpdateEngineOptionsRequest): EngineOptions;
  };
  isBusy(): boolean;
  notify(notification: NewNotification): void;
  /** For tests. */
  busyPollMs?: number;
}

const IDLE: IndexProgress = { status: 'ready', waiting: false, done: 0, total: 0 };

/**
 * Keeps one embedding per segment. After a change of the engine, all segments are embedded again while the old
 * embeddings answer searches; one statement then activates the new ones, and the old ones are deleted. Progress is in
 * the database, so a restart resumes it; segments that change meanwhile are detected by their missing embeddings.
 */
export class EmbeddingIndex {
  readonly #parts: EmbeddingIndexParts;
  readonly #progress = { ...IDLE };
  readonly #filler;
  readonly #background;

  constructor(parts: EmbeddingIndexParts) {
    this.#parts = parts;
    this.#filler = createIndexFiller({ ...parts, progress: this.#progress });
    this.#background = createBackgroundPass({
      log: parts.log,
      startMs: 0,
      failed: 'segments could not be embedded',
      choice: () => choiceKey(parts.options.engineSettings()),
      pass: (signal) => this.#pass(signal),
      report: (error, isFirst) => this.#report(error, isFirst),
    });
  }

  state(): EmbeddingIndexState {
    const { store, options } = this.#parts;
    const chosen = options.get();
    const { embeddings } = options.engineSettings();
    const engine = activeEmbeddings(store)?.engineId ?? null;
    const isUndecided = chosen.embedding_engine !== 'bundled' && selectedModel(chosen) === null;
    const note = isUndecided ? sentence('embeddings.undecided', { engine: chosen.embedding_engine }) : null;
    const isChanging = this.#former() !== undefined;
    const failure = this.#background.failure();
    const error = failure && errorText(failure);
    return {
      ...this.#progress,
      // A change of the engine counts as indexing even before its first segments.
      status: isChanging && this.#progress.status === 'ready' ? 'indexing' : this.#progress.status,
      engine,
      dimension: engine === null ? null : store.segments.dimensionOf(engine),
      wanted: embeddings.engine,
      wanted_model: embeddings.model,
      can_cancel: isChanging,
      note: note?.message ?? null,
      note_text: note?.text ?? null,
      error: error?.message ?? null,
      error_text: error?.text ?? null,
    };
  }

  /** Indexes missing segments; called after startup, jobs, corrections, and changes of the settings. */
  check(): void {
    this.#background.check();
  }

  /** Keeps the active engine and discards the embeddings of the new one. @throws ReelscopeError `conflict` */
  cancel(): void {
    const active = this.#former();
    if (!active) throw new ReelscopeError('conflict', sentence('embeddings.not-changing'));
    this.#parts.options.update({
      embedding_engine: active.engine,
      ...(active.engine === 'transformers' && { embedding_model: active.model }),
      ...(active.engine === 'ollama' && { ollama_embedding_model: active.model }),
    });
    this.#background.forgive();
    this.check();
  }

  /** Stops without waiting for the engine, which may hang; finished batches are stored, later results discarded. */
  close(): void {
    this.#background.close();
  }

  /** Returns the active choice while another one is wanted. */
  #former(): ActiveEmbeddings | undefined {
    const { store, options } = this.#parts;
    const wanted = options.engineSettings();
    const isWanted = choiceKey(answeringSettings(store, wanted)) === choiceKey(wanted);
    return isWanted ? undefined : activeEmbeddings(store);
  }

  async #pass(signal: AbortSignal): Promise<void> {
    const { store, options } = this.#parts;
    const settings = options.engineSettings();
    // Searches need this much, whether or not an engine can be loaded now.
    const answering = activeEmbeddings(store);
    if (answering) await store.search.warm(answering.engineId);
    await this.#fillFormer(settings, signal);
    await this.#fillWanted(settings, signal);
    Object.assign(this.#progress, IDLE);
  }

  /**
   * Embeds new segments with the active engine too, which may stay active for long if the wanted one is unavailable.
   */
  async #fillFormer(wanted: EngineSettings, signal: AbortSignal): Promise<void> {
    const { store, log } = this.#parts;
    const active = this.#former();
    if (!active) return;
    try {
      await this.#filler.fill(answeringSettings(store, wanted), active.engineId, signal);
    } catch (thrown) {
      if (thrown instanceof CanceledError) throw thrown;
      log.warn('previous embedding engine failed', { error: toError(thrown).message });
    }
  }

  /** Embeds all segments with the wanted engine, activates it, and deletes the embeddings of others. */
  async #fillWanted(settings: EngineSettings, signal: AbortSignal): Promise<void> {
    const { store } = this.#parts;
    const { embed, fill, waitForAnalyses } = this.#filler;
    // The engine takes memory, which analyses may need.
    await waitForAnalyses(signal);
    const { model: engineId } = await embed(settings, ['ready'], signal);
    const before = activeEmbeddings(store);
    const ask = (texts: string[], use: EmbeddingUse): Promise<SegmentVectors> => embed(settings, texts, signal, use);
    // Also index segments that arrive during preparation, so that none are missing at the switch.
    do {
      await fill(settings, engineId, signal);
      await createCalibration(store, engineId, ask);
      await store.search.warm(engineId);
      throwIfAborted(signal);
    } while (store.segments.groupsMissingEmbeddings(engineId).length > 0);
    if (before?.engineId !== engineId || choiceKey(answeringSettings(store, settings)) !== choiceKey(settings))
      setActiveEmbeddings(store, settings, engineId);
    if (before && before.engineId !== engineId) this.#notify('success', sentence('semantic-search.ready'));
    while (store.segments.deleteOtherEmbeddings(engineId) > 0) {
      await wait(0);
      throwIfAborted(signal);
    }
    store.calibrationVectors.deleteOthers(engineId);
  }

  #report(error: Error, isFirst: boolean): void {
    Object.assign(this.#progress, { status: 'failed', waiting: false });
    // Notify the user only about an engine that they chose; the log covers the bundled one.
    if (!isFirst || this.#parts.options.engineSettings().embeddings.engine === 'bundled') return;
    this.#notify('warning', sentence('semantic-search.failed', { reason: errorText(error) }));
  }

  #notify(type: 'success' | 'warning', message: LocalizedText): void {
    this.#parts.notify({ title: sentence('semantic-search.title'), message, type });
  }
}
