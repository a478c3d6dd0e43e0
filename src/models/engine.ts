import type { z } from 'zod';
import type { LocalizedText } from '../contract/message.ts';

/** Identity of an engine. Each engine folder exports one {@link EngineFactory}. */
export interface EngineInfo {
  /** Stable id, such as `pp-ocrv4`. */
  id: string;
  version: string;
}

/** User-facing reason why something is unavailable, and what to install or connect. */
interface UnavailableReason {
  reason: LocalizedText;
  /** Names, or descriptions of what has no single name. */
  needs: (string | LocalizedText)[];
}

/** Whether an engine can run here, and how to make it available if not. */
export type Availability =
  | {
      available: true;
      /** Set when the engine runs without an optional part that is configured but unavailable. */
      missing?: UnavailableReason;
    }
  | ({ available: false } & UnavailableReason);

/** Returns `id@version`, as stored with each segment. */
export function engineIdOf(engine: EngineInfo): string {
  return `${engine.id}@${engine.version}`;
}

/** A loaded engine. `dispose` frees its weights; the engine must not be used afterwards. */
export interface LoadedEngine {
  readonly info: EngineInfo;
  dispose(): Promise<void>;
}

/** Checks the availability of an engine and loads it on demand. */
export interface EngineFactory<Loaded extends LoadedEngine> {
  readonly info: EngineInfo;
  availability(): Promise<Availability>;
  /** @throws ReelscopeError `model_unavailable` when it can't run here. */
  load(): Promise<Loaded>;
}

/** Purpose of a text to embed; some models are trained to treat queries and passages differently. */
export type EmbeddingUse = 'passage' | 'query';

/** Text embedding engine. Vectors of engines with different `info` are never compared. */
export interface EmbeddingEngine extends LoadedEngine {
  readonly dimension: number;
  /** One L2-normalized vector of `dimension` floats per text, in order. @param use default `passage` */
  embed(texts: readonly string[], signal?: AbortSignal, use?: EmbeddingUse): Promise<Float32Array[]>;
  /** Log probability per letter of a word by the engine's vocabulary; 0 for a word of the vocabulary. */
  familiarity?(word: string): number;
}

/** One turn of a conversation with a {@link GeneratingEngine}. */
export interface GenerationTurn {
  role: 'user' | 'assistant';
  content: string;
  /** Images (JPEG or PNG) of the turn; only for engines with `supportsImages`. */
  images?: readonly Uint8Array[];
}

export interface GenerationRequest {
  /** System prompt. Never contains text from videos. */
  system: string;
  /** Oldest first; the last one is the user's. */
  turns: readonly GenerationTurn[];
  /** Maximum tokens of the answer. */
  maxTokens: number;
}

/** A generative language or vision model. */
export interface GeneratingEngine extends LoadedEngine {
  /** Maximum tokens of the request and the answer combined. */
  readonly contextTokens: number;
  /** Whether turns may carry images. */
  readonly supportsImages: boolean;
  /** Requests that are answered faster at once than one after the other; 1 if absent. */
  readonly concurrency?: number;
  /**
   * Generates an answer that matches `schema`: the model is constrained to its JSON Schema and the output is parsed.
   * @throws ReelscopeError `model_unavailable` (server unreachable, too slow, or invalid output after one retry);
   * CanceledError
   */
  write<T>(request: GenerationRequest & { schema: z.ZodType<T> }, signal?: AbortSignal): Promise<T>;
  /** Streams the answer in chunks. @throws as {@link write} */
  stream(request: GenerationRequest, signal?: AbortSignal): AsyncIterable<string>;
}
