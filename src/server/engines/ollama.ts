import { ReelscopeError } from '../../contract/errors.ts';
import type { Sentence } from '../../contract/message.ts';
import type { OllamaState } from '../../contract/ollama.ts';
import { sentence, sentenceOf } from '../../contract/sentence.ts';
import { openOllama } from '../../models/ollama/index.ts';
import { OLLAMA_LIMITS, outgoingFetch } from '../../models/outgoing.ts';
import { originOf, parseServerAddress } from '../../models/server-address.ts';
import type { EngineOptionsService } from './engine-options.ts';

/** Returns the state of an Ollama server, by default the configured one. Server failures are part of the result. */
export async function ollamaState(
  options: EngineOptionsService,
  address = options.get().ollama_url,
): Promise<OllamaState> {
  if (address === null) {
    return { url: null, reachable: false, version: null, ...reasonOf(sentence('ollama.none')), models: [] };
  }
  const { isOffline } = options;
  const { url, authorization: given } = parseServerAddress(address);
  const authorization = given ?? options.authorization('ollama_url', url);
  const settings = { url, authorization, visionModel: null, languageModel: null };
  const ollama = openOllama(settings, { fetch: outgoingFetch(isOffline, OLLAMA_LIMITS), isOffline });
  const status = await ollama.status();
  if (!status.reachable) return { url, reachable: false, version: null, ...reasonOf(status.reason), models: [] };
  const { version } = status;
  try {
    const models = (await ollama.models()).map((model) => ({
      name: model.name,
      capabilities: model.capabilities,
      size_bytes: model.sizeBytes,
      context_tokens: model.contextTokens,
      remote: model.remote,
    }));
    const reason = models.length === 0 ? sentence('ollama.no-models', { url: originOf(url) }) : null;
    return { url, reachable: true, version, ...reasonOf(reason), models };
  } catch (thrown) {
    if (!(thrown instanceof ReelscopeError)) throw thrown;
    return { url, reachable: true, version, ...reasonOf(sentenceOf(thrown)), models: [] };
  }
}

function reasonOf(reason: Sentence | null): Pick<OllamaState, 'reason' | 'reason_text'> {
  return { reason: reason?.message ?? null, reason_text: reason?.text ?? null };
}
