/** Which Ollama server to use, and which of its models. */
export interface OllamaSettings {
  /** Without a slash at the end, such as `http://127.0.0.1:11434`. */
  url: string;
  /** Null = the first model there that can see. */
  visionModel: string | null;
  /** Null = the first model there that writes. */
  languageModel: string | null;
}
