import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { SegmentVectors } from '../../db/findings.ts';
import type { EmbeddingUse } from '../../models/engine.ts';
import type { MediaService } from '../workers/types.ts';

/** Timeout for embedding a query, after which keyword search answers alone. Loading a model takes several seconds. */
const TIMEOUT_MS = 20_000;

/** Engine of the embeddings that currently answer searches. */
export interface Embedder {
  /** Returns the engine id of the stored embeddings; undefined before the first index. */
  engineId(): string | undefined;
  /**
   * Returns one embedding per text, comparable with the stored ones; logs the reason and returns null while
   * unavailable.
   * @throws CanceledError
   */
  embed(texts: readonly string[], use?: EmbeddingUse, signal?: AbortSignal): Promise<SegmentVectors | null>;
}

export interface EmbedderParts {
  media: Pick<MediaService, 'embed'>;
  log: Logger;
  /** Returns the settings of the active engine. */
  settings(): EngineSettings;
  engineId(): string | undefined;
  timeoutMs?: number;
}

/**
 * Verifies the model with each response instead of in advance, so that the affected request itself detects an
 * unreachable server or a model that was replaced under the same name.
 */
export function createEmbedder({
  media,
  log,
  settings,
  engineId: activeEngineId,
  timeoutMs = TIMEOUT_MS,
}: EmbedderParts): Embedder {
  /** Number of timed-out requests still pending; while there are any, new requests return null immediately. */
  let hanging = 0;

  async function ask(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<SegmentVectors> {
    const request = media.embed([...texts], { engines: settings(), use });
    const timer = new AbortController();
    const timeout = wait(timeoutMs, null, { signal: timer.signal, ref: false }).catch(() => null);
    const canceled = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new CanceledError()), { once: true, signal: timer.signal });
    });
    try {
      const batch = await Promise.race([request, timeout, canceled]);
      if (batch) return batch;
      hanging++;
      const ended = () => void hanging--;
      request.then(ended, ended);
      throw new ReelscopeError('model_unavailable', sentence('embeddings.timeout'));
    } finally {
      timer.abort();
    }
  }

  const embedder: Embedder = {
    engineId: activeEngineId,
    async embed(texts, use = 'passage', signal) {
      throwIfAborted(signal);
      if (hanging > 0) return null;
      const before = activeEngineId();
      let batch: SegmentVectors;
      try {
        batch = await ask(texts, use, signal);
      } catch (error) {
        if (error instanceof CanceledError) throw error;
        log.warn('query embedding failed; keyword search only', { error: toError(error).message });
        return null;
      }
      const stored = activeEngineId();
      if (stored === undefined || stored === batch.model) return batch;
      // The active engine changed meanwhile, and the next request is for the new one.
      if (stored !== before) return embedder.embed(texts, use, signal);
      log.warn('query embedding failed; keyword search only', { error: `${batch.model} is not ${stored}` });
      return null;
    },
  };
  return embedder;
}
