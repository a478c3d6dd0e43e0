import { ReelscopeError } from '../../contract/errors.ts';
import type { OllamaState } from '../../contract/ollama.ts';
import { openOllama } from '../../models/ollama/index.ts';
import { outgoingFetch } from '../../models/outgoing.ts';
import type { EngineOptionsService } from './engine-options.ts';

/** Returns the state of an Ollama server, by default the configured one. Server failures are part of the result. */
export async function ollamaState(options: EngineOptionsService, url = options.get().ollama_url): Promise<OllamaState> {
  if (url === null) {
    return { url, reachable: false, version: null, reason: 'No Ollama server is set.', models: [] };
  }
  const { isOffline } = options;
  const settings = { url, visionModel: null, languageModel: null };
  const ollama = openOllama(settings, { fetch: outgoingFetch(isOffline), isOffline });
  const status = await ollama.status();
  if (!status.reachable) return { url, reachable: false, version: null, reason: status.reason, models: [] };
  const { version } = status;
  try {
    const models = (await ollama.models()).map((model) => ({
      name: model.name,
      capabilities: model.capabilities,
      size_bytes: model.sizeBytes,
      context_tokens: model.contextTokens,
      remote: model.remote,
    }));
    const reason = models.length === 0 ? `Ollama at ${url} has no model yet.` : null;
    return { url, reachable: true, version, reason, models };
  } catch (thrown) {
    if (!(thrown instanceof ReelscopeError)) throw thrown;
    return { url, reachable: true, version, reason: thrown.message, models: [] };
  }
}
