import type { EngineSettings } from '../../contract/system/engine-settings.ts';

/** Ollama server and models to use. */
export type OllamaSettings = NonNullable<EngineSettings['ollama']>;
