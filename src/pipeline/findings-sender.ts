import { throwIfAborted } from '../base/abort.ts';
import type { ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import { errorText, sentence } from '../core/texts/sentence.ts';
import type { CompletedOutcome } from './module-runner.ts';
import type { FromWorker, VectorBatch } from './protocol.ts';

export interface EmbeddingTools {
  send(message: FromWorker): void;
  signal: AbortSignal;
  /**
   * One vector per text; null if none are wanted. @throws ReelscopeError `model_unavailable`, which omits the vectors
   * only
   */
  embed(texts: readonly string[]): Promise<VectorBatch | null>;
}

/**
 * Sends findings with the embeddings of their texts. Without an embedder, keyword search still finds them; a run warns
 * of that once.
 */
export class FindingsSender {
  readonly #tools: EmbeddingTools;
  #hasWarned = false;

  constructor(tools: EmbeddingTools) {
    this.#tools = tools;
  }

  /** @throws CanceledError */
  async send(
    module: ModuleName,
    { engine, segments, seconds, speakers }: Omit<CompletedOutcome, 'notes'>,
  ): Promise<void> {
    const vectors = await this.embed(segments);
    this.#tools.send({ type: 'findings', module, engine, segments, vectors, seconds, speakers });
  }

  /**
   * Embeds the texts of segments, one vector each; null without segments or without an embedder. @throws CanceledError
   */
  async embed(segments: readonly SegmentDraft[]): Promise<VectorBatch | null> {
    if (segments.length === 0) return null;
    const { send, signal } = this.#tools;
    try {
      return await this.#tools.embed(segments.map(({ content }) => content));
    } catch (thrown) {
      throwIfAborted(signal);
      if (!this.#hasWarned) {
        send({ type: 'warning', ...sentence('warning.no-vectors', { reason: errorText(thrown) }) });
      }
      this.#hasWarned = true;
      return null;
    }
  }
}
