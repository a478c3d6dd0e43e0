import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '../../base/abort.ts';
import { CancelledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { EngineSettings } from '../../contract/engine-settings.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { SegmentVectors } from '../../db/findings.ts';
import type { EmbeddingUse } from '../../models/engine.ts';
import type { MediaService } from '../workers/types.ts';

/** How long a question waits for its vector; then it is answered by words alone. A cold model is read in some seconds. */
const TIMEOUT_MS = 20_000;

/** The engine whose vectors answer now. */
export interface Embedder {
  /** `id@version` of the vectors that are stored; undefined before the first index. */
  engineId(): string | undefined;
  /**
   * One vector for each text, comparable with what is stored; null while the engine can't give them, which is logged.
   * @throws CancelledError
   */
  embed(texts: readonly string[], use?: EmbeddingUse, signal?: AbortSignal): Promise<SegmentVectors | null>;
}

export interface EmbedderParts {
  media: Pick<MediaService, 'embed'>;
  log: Logger;
  /** Of the engine whose vectors answer. */
  settings(): EngineSettings;
  engineId(): string | undefined;
  timeoutMs?: number;
}

/**
 * Nothing is asked beforehand: the answer itself says which model made it, so that a server that is gone, or a model that was
 * replaced under its name, is seen by the very request that it concerns.
 */
export function createEmbedder({
  media,
  log,
  settings,
  engineId: tag,
  timeoutMs: patienceMs = TIMEOUT_MS,
}: EmbedderParts): Embedder {
  /** Requests that hang: as long as there is one, nobody else waits for the same engine. */
  let hanging = 0;

  async function ask(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<SegmentVectors> {
    const request = media.embed([...texts], { engines: settings(), use });
    const timer = new AbortController();
    const patience = wait(patienceMs, null, { signal: timer.signal, ref: false }).catch(() => null);
    const cancelled = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new CancelledError()), { once: true, signal: timer.signal });
    });
    try {
      const batch = await Promise.race([request, patience, cancelled]);
      if (batch) return batch;
      hanging++;
      const ended = () => void hanging--;
      request.then(ended, ended);
      throw new ReelscopeError('model_unavailable', 'The embedding engine timed out.');
    } finally {
      timer.abort();
    }
  }

  return {
    engineId: tag,
    async embed(texts, use = 'passage', signal) {
      throwIfAborted(signal);
      if (hanging > 0) return null;
      let batch: SegmentVectors;
      try {
        batch = await ask(texts, use, signal);
      } catch (error) {
        if (error instanceof CancelledError) throw error;
        log.warn('no vectors for a search; words only', { error: toError(error).message });
        return null;
      }
      const stored = tag();
      if (stored === undefined || stored === batch.model) return batch;
      log.warn('no vectors for a search; words only', { error: `${batch.model} is not ${stored}` });
      return null;
    },
  };
}
