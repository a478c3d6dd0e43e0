import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { OllamaAddress } from '../../contract/system/engine-settings.ts';
import type { OllamaServerState, OllamaState } from '../../contract/system/ollama.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { bestModel } from '../../models/ollama/best-model.ts';
import { type OllamaOptions, openOllama } from '../../models/ollama/server.ts';
import { OLLAMA_LIMITS, outgoingFetch } from '../../models/outgoing.ts';
import { originOf, parseServerAddress } from '../../models/server-address.ts';
import type { EngineOptionsService } from './engine-options.ts';

type Model = OllamaState['models'][number];
const NO_MODELS: OllamaState['automatic'] = { language: null, vision: null };

/** Returns the state of an Ollama server, by default of the configured ones. Server failures are part of the result. */
export async function ollamaState(options: EngineOptionsService, address?: string): Promise<OllamaState> {
  const servers = address === undefined ? options.ollamaServers() : [testedServer(options, address)];
  if (servers.length === 0) {
    const reason = reasonOf(sentence('ollama.none'));
    return { url: null, reachable: false, version: null, ...reason, servers: [], models: [], automatic: NO_MODELS };
  }
  const { isOffline } = options;
  const tools = { fetch: outgoingFetch(isOffline, OLLAMA_LIMITS), isOffline };
  const states = await Promise.all(servers.map((server) => serverState(server, tools)));
  const models = states
    .flatMap((state) => state.models)
    .filter((model, i, all) => all.findIndex(({ name }) => name === model.name) === i);
  const best = states.find(({ reason }) => reason === null) ?? states.find(({ reachable }) => reachable) ?? states[0]!;
  return {
    ...best,
    url: states[0]!.url,
    servers: states.map((state) => ({ ...state, models: state.models.map(({ name }) => name) })),
    models,
    automatic: { language: automaticModel(models, 'completion'), vision: automaticModel(models, 'vision') },
  };
}

function automaticModel(models: readonly Model[], capability: 'completion' | 'vision'): string | null {
  const candidates = models.map((model) => ({ ...model, sizeBytes: model.size_bytes }));
  return bestModel(candidates, capability)?.name ?? null;
}

function testedServer(options: EngineOptionsService, address: string): OllamaAddress {
  const { url, authorization } = parseServerAddress(address);
  return { url, authorization: authorization ?? options.ollamaAuthorization(url) };
}

async function serverState(
  { url, authorization }: OllamaAddress,
  tools: OllamaOptions,
): Promise<Omit<OllamaServerState, 'models'> & { models: Model[] }> {
  const ollama = openOllama({ url, authorization, visionModel: null, languageModel: null }, tools);
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
    return { url, reachable: true, version, ...reasonOf(errorText(thrown)), models: [] };
  }
}

function reasonOf(reason: LocalizedText | null): Pick<OllamaState, 'reason' | 'reason_text'> {
  return { reason: reason?.message ?? null, reason_text: reason?.text ?? null };
}
