import { ReelscopeError } from '../../contract/errors.ts';
import { OLLAMA_MODELS } from '../catalog/ollama.ts';
import type { Availability, EngineFactory, EngineInfo, GeneratingEngine } from '../engine.ts';
import type { Fetch } from '../outgoing.ts';
import { OllamaFailure } from './failure.ts';
import { type Capability, ModelRegistry, type OllamaModel, type OllamaStatus } from './model-registry.ts';
import { type RequestLimits, sendRequest } from './request.ts';
import { Semaphore } from './semaphore.ts';
import type { OllamaSettings } from './settings.ts';
import { TextGenerator, type TextGeneratorOptions } from './text-generator.ts';
import { EmbedResponse } from './wire.ts';

/** A model may have to be read from a slow disk before its first word; a small machine writes for minutes. */
const GENERATION_LIMITS: RequestLimits = { firstMs: 120_000, idleMs: 30_000, totalMs: 300_000 };
/** Requests at a time; one is answered while the pictures of the next are made ready. */
const MAX_CONCURRENT_REQUESTS = 2;
/** How long a question whether a model is there may take, and how long when it was not there a moment ago. */
const AVAILABILITY_TIMEOUT_MS = 1000;
const UNAVAILABLE_RECHECK_TIMEOUT_MS = 300;
/** Texts in one request for vectors. */
const EMBED_BATCH = 64;

export interface OllamaOptions {
  /** From {@link file://../outgoing.ts}, so that the switch `offline` holds. */
  fetch: Fetch;
  /** Whether `offline` is on; models that Ollama runs on another machine are then not used. */
  isOffline?: () => boolean;
  limits?: Partial<RequestLimits>;
}

/** One Ollama server, with what is set about it. Keep it: it remembers for some seconds what it was told. */
export interface OllamaServer {
  readonly url: string;
  /** Whether it answers. Never throws, and takes at most some two seconds. */
  status(): Promise<OllamaStatus>;
  /** @throws OllamaFailure */
  models(): Promise<OllamaModel[]>;
  language(): EngineFactory<GeneratingEngine>;
  vision(): EngineFactory<GeneratingEngine>;
  /** One vector per text, as the model gives them. @throws OllamaFailure (`model_unavailable`), CancelledError */
  embed(model: string, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Talks to the server that `settings` name. Nothing is sent before something is asked. */
export function openOllama(settings: OllamaSettings, tools: OllamaOptions): OllamaServer {
  const { url } = settings;
  const limits = { ...GENERATION_LIMITS, ...tools.limits };
  const directory = new ModelRegistry(url, tools.fetch);
  const gate = new Semaphore(MAX_CONCURRENT_REQUESTS);
  const mayLeave = () => !(tools.isOffline?.() ?? false);
  const shared: TextGeneratorOptions = { url, fetch: tools.fetch, limits, gate, directory };
  const factory = (capability: 'vision' | 'completion', wanted: string | null) =>
    factoryOf({ capability, wanted, url, directory, mayLeave, open: (model) => new TextGenerator(model, shared) });
  const vision = factory('vision', settings.visionModel);
  const language = factory('completion', settings.languageModel);
  return {
    url,
    status: () => directory.status(),
    models: () => directory.models(),
    language: () => language,
    vision: () => vision,
    embed: async (model, texts, signal) => {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += EMBED_BATCH) {
        const input = texts.slice(from, from + EMBED_BATCH);
        const leave = await gate.acquire(signal);
        try {
          const status = await directory.status();
          if (!status.reachable) throw new OllamaFailure(status.kind, status.reason);
          const answer = EmbedResponse.safeParse(
            await sendRequest(url, tools.fetch, limits, signal, (client) =>
              client.embed({ model, input: [...input], truncate: true, keep_alive: '10m' }),
            ),
          );
          if (!answer.success || answer.data.embeddings.length !== input.length) {
            throw new OllamaFailure('not_ollama', `${url} did not return one vector per text.`);
          }
          vectors.push(...answer.data.embeddings.map((vector) => Float32Array.from(vector)));
        } finally {
          leave();
        }
      }
      return vectors;
    },
  };
}

interface FactoryOptions {
  capability: 'vision' | 'completion';
  wanted: string | null;
  url: string;
  directory: ModelRegistry;
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
        reason: thrown.message,
        needs: isThere ? [await missingRequirement(parts)] : ['ollama'],
      };
    }
    return last;
  };
  return {
    info,
    // Lists of modules wait for this: a server that lets one wait is asked on behind it, and what it was counts until then.
    availability: () => {
      const before = last;
      if (before?.available === false) return withTimeout(ask(), UNAVAILABLE_RECHECK_TIMEOUT_MS, before);
      const reason = `Ollama at ${parts.url} has not answered yet.`;
      return withTimeout(ask(), AVAILABILITY_TIMEOUT_MS, { available: false, reason, needs: ['ollama'] });
    },
    load: async () => parts.open(await chooseModel(parts)),
  };
}

/** A model that was named and is not there, or any of the kind. */
async function missingRequirement({ capability, wanted, directory }: FactoryOptions): Promise<string> {
  const task = capability === 'vision' ? 'vision' : 'language';
  const known = await directory.models().catch(() => []);
  if (wanted !== null && !known.some(({ name }) => name === wanted.replace(/:latest$/, ''))) return wanted;
  return `a ${task} model, such as ${OLLAMA_MODELS.find((model) => model.task === task)!.name}`;
}

/** What `asked` says, or `otherwise` when that takes too long. */
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

const CAPABILITY_PHRASES = { vision: 'can see', completion: 'writes' } as const satisfies Partial<
  Record<Capability, string>
>;

async function chooseModel({ capability, wanted, url, directory, mayLeave }: FactoryOptions): Promise<OllamaModel> {
  const models = await directory.models();
  if (wanted === null) {
    // What leaves the machine is never chosen for the user.
    const model = models.find(({ capabilities, remote }) => !remote && capabilities.includes(capability));
    if (model) return model;
    throw new OllamaFailure('model_missing', `Ollama at ${url} has no model that ${CAPABILITY_PHRASES[capability]}.`);
  }
  const model = models.find(({ name }) => name === wanted.replace(/:latest$/, ''));
  if (!model) throw new OllamaFailure('model_missing', `Ollama at ${url} does not have the model ${wanted}.`);
  if (!model.capabilities.includes(capability)) {
    throw new OllamaFailure(
      'model_missing',
      `The model ${wanted} of Ollama is none that ${CAPABILITY_PHRASES[capability]}.`,
    );
  }
  if (model.remote && !mayLeave()) {
    throw new OllamaFailure('offline', `The setting “offline” is on, and the model ${wanted} runs on another machine.`);
  }
  return model;
}
