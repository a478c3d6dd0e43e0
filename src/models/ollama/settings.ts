/** Ollama server and models to use. */
export interface OllamaSettings {
  /** Without a trailing slash, such as `http://127.0.0.1:11434`. */
  url: string;
  /** Null = the first model that supports images. */
  visionModel: string | null;
  /** Null = the first model that generates text. */
  languageModel: string | null;
}
