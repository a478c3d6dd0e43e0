import type { GeneratingEngine } from '../../models/engine.ts';
import { type OllamaServer, openOllama } from '../../models/ollama/index.ts';
import { outgoingFetch } from '../../models/outgoing.ts';
import type { EngineOptionsService } from '../engines/engine-options.ts';

/**
 * The language model that the settings name, as they are when it is asked for; null when they name no server.
 * @throws ReelscopeError `model_unavailable` when the server, or the model there, can't be had
 */
export function connectLanguageModel(options: EngineOptionsService): () => Promise<GeneratingEngine | null> {
  const tools = { fetch: outgoingFetch(options.isOffline), isOffline: options.isOffline };
  let known: { key: string; server: OllamaServer } | undefined;
  return async () => {
    const { ollama: settings } = options.engineSettings();
    if (settings === null) return null;
    const key = JSON.stringify(settings);
    if (known?.key !== key) known = { key, server: openOllama(settings, tools) };
    return known.server.language().load();
  };
}
