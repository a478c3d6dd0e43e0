import type { z } from 'zod';

/** Something that runs weights. Every engine folder exports one `Engine`-shaped factory. */
export interface EngineInfo {
  /** Stable id, such as `pp-ocrv4`. */
  id: string;
  version: string;
}

/** What stands in the way, for people, and what to install or connect. */
export interface UnavailableReason {
  reason: string;
  needs: string[];
}

/** Whether an engine can run here, and what to do when it can't. A state to show, never a crash. */
export type Availability =
  | {
      available: true;
      /** It runs, but without a part that was set up. */
      missing?: UnavailableReason;
    }
  | ({ available: false } & UnavailableReason);

/** `id@version`: how an engine signs its segments. */
export function engineTag(engine: EngineInfo): string {
  return `${engine.id}@${engine.version}`;
}

/** A loaded engine. `dispose` frees its weights; using it afterwards is a programming error. */
export interface LoadedEngine {
  readonly info: EngineInfo;
  dispose(): Promise<void>;
}

/** How engines of one kind are found and loaded: check first, load when needed. */
export interface EngineFactory<Loaded extends LoadedEngine> {
  readonly info: EngineInfo;
  availability(): Promise<Availability>;
  /** @throws ReelscopeError `model_unavailable` when it can't run here. */
  load(): Promise<Loaded>;
}

/** What a text is for: some models are trained to tell questions from what answers them. */
export type EmbeddingUse = 'passage' | 'query';

/** Text to vectors. Vectors of different `info` are never compared. */
export interface EmbeddingEngine extends LoadedEngine {
  readonly dimension: number;
  /** One L2-normalised vector of `dimension` floats per text, in order. @param use default `passage` */
  embed(texts: readonly string[], signal?: AbortSignal, use?: EmbeddingUse): Promise<Float32Array[]>;
}

/** One turn of a conversation with a {@link GeneratingEngine}. */
export interface GenerationTurn {
  role: 'user' | 'assistant';
  content: string;
  /** Pictures (JPEG or PNG) that belong to the turn; only for engines that can see. */
  images?: readonly Uint8Array[];
}

export interface GenerationRequest {
  /** What the model is told to do. Text that comes from videos never stands here. */
  system: string;
  /** Oldest first; the last one is the user's. */
  turns: readonly GenerationTurn[];
  /** Tokens that the answer may have. */
  maxTokens: number;
}

/** A language or vision model that writes. */
export interface GeneratingEngine extends LoadedEngine {
  /** Tokens that request and answer may have together. */
  readonly contextTokens: number;
  /** Whether turns may carry images. */
  readonly supportsImages: boolean;
  /**
   * The answer in the shape of `schema` (the model is held to its JSON Schema, and what it says is parsed).
   * @throws ReelscopeError `model_unavailable` (server gone, too slow, or rambling after one retry); CancelledError
   */
  write<T>(request: GenerationRequest & { schema: z.ZodType<T> }, signal?: AbortSignal): Promise<T>;
  /** The answer as it comes, in pieces. @throws as {@link write} */
  stream(request: GenerationRequest, signal?: AbortSignal): AsyncIterable<string>;
}
