import type { GeneratingEngine } from '../../models/engine.ts';
import { type OllamaServer, openOllama } from '../../models/ollama/server.ts';
import { OLLAMA_LIMITS, outgoingFetch } from '../../models/outgoing.ts';
import type { EngineOptionsService } from '../engines/engine-options.ts';

/**
 * Returns a function that loads the language model of the current settings; null when no server is configured.
 * @throws ReelscopeError `model_unavailable` when the server is unreachable or lacks the model
 */
export function connectLanguageModel(options: EngineOptionsService): () => Promise<GeneratingEngine | null> {
  const tools = { fetch: outgoingFetch(options.isOffline, OLLAMA_LIMITS), isOffline: options.isOffline };
  let cached: { key: string; server: OllamaServer } | undefined;
  return async () => {
    const { ollama: settings } = options.engineSettings();
    if (settings === null) return null;
    const key = JSON.stringify(settings);
    if (cached?.key !== key) cached = { key, server: openOllama(settings, tools) };
    return cached.server.language().load();
  };
}
