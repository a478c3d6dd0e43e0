import { z } from 'zod';
import type { LocalizedText } from '../../contract/message.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Fetch } from '../outgoing.ts';
import { originOf } from '../server-address.ts';
import { OllamaFailure, type OllamaFailureKind } from './failure.ts';
import { type RequestLimits, sendRequest } from './request.ts';
import { ShowResponse, TagsResponse, VersionResponse } from './wire.ts';

const CAPABILITIES = ['completion', 'vision', 'embedding', 'thinking'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A model on the server. */
export interface OllamaModel {
  /** Without `:latest`. */
  name: string;
  digest: string;
  sizeBytes: number;
  capabilities: Capability[];
  /** Context length in tokens; null if the server does not report it. */
  contextTokens: number | null;
  /** Whether Ollama forwards requests for it to another machine. */
  remote: boolean;
}

export type OllamaStatus =
  | { reachable: true; version: string }
  | { reachable: false; kind: OllamaFailureKind; reason: LocalizedText };

/** Short, because lists and `GET /modules` wait for these checks. */
const CHECK_LIMITS: RequestLimits = { firstMs: 1500, idleMs: 1500, totalMs: 2500 };
/** Cache durations (milliseconds). A refused connection is cheap to retry; a timeout is not. */
const REACHABLE_CACHE_MS = 3000;
const REFUSED_CACHE_MS = 1000;
const UNRESPONSIVE_CACHE_MS = 10_000;

/** Status and models of one Ollama server, cached for a few seconds. */
export class ModelRegistry {
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #shown = new Map<string, Promise<ShowResponse>>();
  #status: { until: number; value: Promise<OllamaStatus> } | undefined;
  #models: { until: number; value: Promise<OllamaModel[]> } | undefined;

  constructor(url: string, fetch: Fetch) {
    this.#url = url;
    this.#fetch = fetch;
  }

  /** Returns whether the server is reachable. Never throws. */
  status(): Promise<OllamaStatus> {
    if (this.#status && this.#status.until > performance.now()) return this.#status.value;
    const value = this.#check();
    const entry = { until: performance.now() + REACHABLE_CACHE_MS, value };
    this.#status = entry;
    void value.then((status) => {
      entry.until = performance.now() + cacheDurationOf(status);
    });
    return value;
  }

  /** Clears the cache after a failure. */
  forget(): void {
    this.#status = undefined;
    this.#models = undefined;
  }

  /** Lists the models and their capabilities in the server's order. @throws OllamaFailure */
  async models(): Promise<OllamaModel[]> {
    const status = await this.status();
    if (!status.reachable) throw new OllamaFailure(status.kind, status.reason);
    if (this.#models && this.#models.until > performance.now()) return this.#models.value;
    const value = this.#list();
    const entry = { until: performance.now() + REACHABLE_CACHE_MS, value };
    this.#models = entry;
    value.catch(() => {
      if (this.#models === entry) this.#models = undefined;
    });
    return value;
  }

  async #check(): Promise<OllamaStatus> {
    try {
      const answer = await sendRequest(this.#url, this.#fetch, CHECK_LIMITS, undefined, (client) => client.version());
      return { reachable: true, version: VersionResponse.parse(answer).version };
    } catch (thrown) {
      if (thrown instanceof OllamaFailure) return { reachable: false, kind: thrown.kind, reason: errorText(thrown) };
      if (!(thrown instanceof z.ZodError)) throw thrown;
      return {
        reachable: false,
        kind: 'not_ollama',
        reason: sentence('ollama.not-ollama', { url: originOf(this.#url) }),
      };
    }
  }

  async #list(): Promise<OllamaModel[]> {
    const answer = await sendRequest(this.#url, this.#fetch, CHECK_LIMITS, undefined, (client) => client.list());
    const tags = TagsResponse.safeParse(answer);
    if (!tags.success)
      throw new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url: originOf(this.#url) }));
    return Promise.all(tags.data.models.map((tag) => this.#describe(tag)));
  }

  async #describe(tag: TagsResponse['models'][number]): Promise<OllamaModel> {
    // Capabilities are fixed for a given digest.
    const key = `${tag.name}@${tag.digest}`;
    const shown = this.#shown.get(key) ?? this.#show(tag.name);
    this.#shown.set(key, shown);
    try {
      const show = await shown;
      return {
        name: tag.name.replace(/:latest$/, ''),
        digest: tag.digest.replace(/^sha256:/, ''),
        sizeBytes: tag.size,
        capabilities: capabilitiesOf(show),
        contextTokens: contextLengthOf(show),
        remote: Boolean(tag.remote_host ?? show.remote_host),
      };
    } catch (thrown) {
      this.#shown.delete(key);
      throw thrown;
    }
  }

  async #show(model: string): Promise<ShowResponse> {
    const answer = await sendRequest(this.#url, this.#fetch, CHECK_LIMITS, undefined, (client) =>
      client.show({ model }),
    );
    const show = ShowResponse.safeParse(answer);
    if (!show.success)
      throw new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url: originOf(this.#url) }));
    return show.data;
  }
}

function cacheDurationOf(status: OllamaStatus): number {
  if (status.reachable) return REACHABLE_CACHE_MS;
  return status.kind === 'refused' ? REFUSED_CACHE_MS : UNRESPONSIVE_CACHE_MS;
}

/** Capabilities of a model, derived from its families for Ollama versions before 0.6.4. Pure. */
function capabilitiesOf({ capabilities, details, projector_info }: ShowResponse): Capability[] {
  if (capabilities) return CAPABILITIES.filter((name) => capabilities.includes(name));
  const families = [details?.family, ...(details?.families ?? [])];
  if (families.some((family) => family && /bert/.test(family))) return ['embedding'];
  const sees = projector_info || families.some((family) => family && /^(clip|mllama|llava)/.test(family));
  return sees ? ['completion', 'vision'] : ['completion'];
}

function contextLengthOf({ model_info }: ShowResponse): number | null {
  const entry = Object.entries(model_info ?? {}).find(([key]) => key.endsWith('.context_length'));
  return typeof entry?.[1] === 'number' && entry[1] > 0 ? entry[1] : null;
}
