import type { EngineSettings } from '../../contract/engine-settings.ts';

/** Ollama server and models to use. */
export type OllamaSettings = NonNullable<EngineSettings['ollama']>;
