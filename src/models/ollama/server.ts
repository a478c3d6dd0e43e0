import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { OLLAMA_MODELS } from '../catalog/ollama.ts';
import type { Availability, EngineFactory, EngineInfo, GeneratingEngine } from '../engine.ts';
import type { Fetch } from '../outgoing.ts';
import { authorizedFetch, originOf, parseServerAddress } from '../server-address.ts';
import { bestModel } from './best-model.ts';
import { OllamaFailure } from './failure.ts';
import { type Capability, ModelRegistry, type OllamaModel, type OllamaStatus } from './model-registry.ts';
import { type RequestLimits, sendRequest } from './request.ts';
import { ServerPool, type WantedModel } from './server-pool.ts';
import type { OllamaSettings } from './settings.ts';
import { TextGenerator } from './text-generator.ts';
import { EmbedResponse } from './wire.ts';

/** Generous, because loading a model from a slow disk and generating on a small machine take minutes. */
const GENERATION_LIMITS: RequestLimits = { firstMs: 120_000, idleMs: 30_000, totalMs: 300_000 };
/** Time limits of an availability check, normally and after the model was unavailable a moment ago. */
const AVAILABILITY_TIMEOUT_MS = 1000;
const UNAVAILABLE_RECHECK_TIMEOUT_MS = 300;
/** Texts per embedding request. */
const EMBED_BATCH = 64;

export interface OllamaOptions {
  /** From {@link file://../outgoing.ts}, so that the `offline` setting is respected. */
  fetch: Fetch;
  /** Whether `offline` is on; models that Ollama forwards to another machine are then not used. */
  isOffline?: () => boolean;
  limits?: Partial<RequestLimits>;
}

/**
 * Client for the configured Ollama servers. Reuse the instance: it knows their load, and caches their status for a few
 * seconds.
 */
export interface OllamaServer {
  /** URL of the first server. */
  readonly url: string;
  /** Returns whether a server is reachable, within about two seconds. Never throws. */
  status(): Promise<OllamaStatus>;
  /** Models of all servers. @throws OllamaFailure */
  models(): Promise<OllamaModel[]>;
  language(): EngineFactory<GeneratingEngine>;
  vision(): EngineFactory<GeneratingEngine>;
  /** Returns one vector per text. @throws OllamaFailure (`model_unavailable`), CanceledError */
  embed(model: WantedModel, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Creates a client for the configured servers. Sends nothing until it is used. */
export function openOllama(settings: OllamaSettings, tools: OllamaOptions): OllamaServer {
  const servers = [settings, ...(settings.others ?? [])].map((server) => {
    const { url, authorization } = parseServerAddress(server.url);
    const fetch = authorizedFetch(tools.fetch, url, server.authorization ?? authorization);
    return { url, fetch, registry: new ModelRegistry(url, fetch) };
  });
  const pool = new ServerPool(servers);
  const limits = { ...GENERATION_LIMITS, ...tools.limits };
  const mayLeave = () => !(tools.isOffline?.() ?? false);
  const factory = (capability: 'vision' | 'completion', wanted: string | null) =>
    factoryOf({ capability, wanted, pool, mayLeave, open: (model) => new TextGenerator(model, { limits, pool }) });
  const vision = factory('vision', settings.visionModel);
  const language = factory('completion', settings.languageModel);
  return {
    url: servers[0]!.url,
    status: () => pool.status(),
    models: () => pool.models(),
    language: () => language,
    vision: () => vision,
    embed: async (model, texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += EMBED_BATCH) {
        vectors.push(...(await embedBatch(pool, limits, model, texts.slice(from, from + EMBED_BATCH), signal)));
      }
      return vectors;
    },
  };
}

async function embedBatch(
  pool: ServerPool,
  limits: RequestLimits,
  model: WantedModel,
  input: string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  for (const attempts = pool.attempts(model, signal); ; ) {
    try {
      const { url, fetch } = await attempts.enter();
      const answer = EmbedResponse.safeParse(
        await sendRequest(url, fetch, limits, signal, (client) =>
          client.embed({ model: model.name, input, truncate: true, keep_alive: '10m' }),
        ),
      );
      if (!answer.success || answer.data.embeddings.length !== input.length) {
        throw new OllamaFailure('not_ollama', sentence('ollama.vector-count', { url: originOf(url) }));
      }
      return answer.data.embeddings.map((vector) => Float32Array.from(vector));
    } catch (thrown) {
      if (!(await attempts.again(thrown))) throw thrown;
    } finally {
      attempts.leave();
    }
  }
}

interface FactoryOptions {
  capability: 'vision' | 'completion';
  wanted: string | null;
  pool: ServerPool;
  mayLeave(): boolean;
  open(model: OllamaModel): GeneratingEngine;
}

function factoryOf(parts: FactoryOptions): EngineFactory<GeneratingEngine> {
  const info: EngineInfo = { id: 'ollama', version: parts.wanted ?? parts.capability };
  let last: Availability | undefined;
  const ask = async (): Promise<Availability> => {
    try {
      await chooseModel(parts);
      last = { available: true };
    } catch (thrown) {
      if (!(thrown instanceof ReelscopeError)) throw thrown;
      const isThere = thrown instanceof OllamaFailure && thrown.kind === 'model_missing';
      last = {
        available: false,
        reason: errorText(thrown),
        needs: isThere ? [await missingRequirement(parts)] : ['ollama'],
      };
    }
    return last;
  };
  return {
    info,
    // Module lists wait for this. A slow check continues in the background; until it ends, the previous result is
    // returned.
    availability: () => {
      const before = last;
      if (before?.available === false) return withTimeout(ask(), UNAVAILABLE_RECHECK_TIMEOUT_MS, before);
      const reason = sentence('ollama.pending', { url: parts.pool.origins });
      return withTimeout(ask(), AVAILABILITY_TIMEOUT_MS, { available: false, reason, needs: ['ollama'] });
    },
    load: async () => parts.open(await chooseModel(parts)),
  };
}

/** Returns the requirement to show: the configured model if it is missing, otherwise an example. */
async function missingRequirement({ capability, wanted, pool }: FactoryOptions): Promise<string | LocalizedText> {
  const task = capability === 'vision' ? 'vision' : 'language';
  const known = await pool.models().catch(() => []);
  if (wanted !== null && !known.some(({ name }) => name === wanted.replace(/:latest$/, ''))) return wanted;
  return sentence(`need.${task}-model`, { name: OLLAMA_MODELS.find((model) => model.task === task)!.name });
}

/** Resolves to `otherwise` if `asked` does not settle in time. */
async function withTimeout<T>(asked: Promise<T>, milliseconds: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), milliseconds);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The tasks of capabilities, as keys of sentences name them. */
const TASKS = { vision: 'vision', completion: 'language' } as const satisfies Partial<Record<Capability, string>>;

async function chooseModel({ capability, wanted, pool, mayLeave }: FactoryOptions): Promise<OllamaModel> {
  const models = await pool.models();
  const url = pool.origins;
  if (wanted === null) {
    const model = bestModel(models, capability);
    if (model) return model;
    throw new OllamaFailure('model_missing', sentence(`ollama.no-${TASKS[capability]}-model`, { url }));
  }
  const model = models.find(({ name }) => name === wanted.replace(/:latest$/, ''));
  if (!model) throw new OllamaFailure('model_missing', sentence('ollama.model-missing', { url, model: wanted }));
  if (!model.capabilities.includes(capability)) {
    throw new OllamaFailure('model_missing', sentence(`ollama.not-${TASKS[capability]}`, { model: wanted }));
  }
  if (model.remote && !mayLeave()) {
    throw new OllamaFailure('offline', sentence('ollama.offline-model', { model: wanted }));
  }
  return model;
}
