/** Something that runs weights. Every engine folder exports one `Engine`-shaped factory. */
export interface EngineInfo {
  /** Stable id, such as `pp-ocrv4`. */
  id: string;
  version: string;
}

/** Whether an engine can run here, and what to do when it can't. A state to show, never a crash. */
export type Availability = { available: true } | { available: false; reason: string; needs: string[] };

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

/** Text to vectors. Vectors of different `info.id` are never compared. */
export interface EmbeddingEngine extends LoadedEngine {
  readonly dimension: number;
  /** One L2-normalised vector of `dimension` floats per text, in order. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
