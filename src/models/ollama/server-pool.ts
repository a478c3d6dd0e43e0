import { sleep, throwIfAborted } from '../../base/abort.ts';
import { CanceledError } from '../../base/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Fetch } from '../outgoing.ts';
import { originOf } from '../server-address.ts';
import { OllamaFailure } from './failure.ts';
import type { ModelRegistry, OllamaModel, OllamaStatus } from './model-registry.ts';

/** Per server: allows the images of one request to be prepared while another is answered. */
const MAX_CONCURRENT_REQUESTS = 2;
/** Time in which a server that failed is used only if no other is left. */
const REST_MS = 30_000;
const RETRY_DELAY_MS = 250;

/** A server, as a request uses it. */
export interface PooledServer {
  url: string;
  fetch: Fetch;
  registry: ModelRegistry;
}

/** Name of a model, with the digest of its weights if those must be the same on each server. */
export type WantedModel = Pick<OllamaModel, 'name'> & { digest?: string };

interface Member extends PooledServer {
  /** Requests that it answers now. */
  load: number;
  restsUntil: number;
}

/** The attempts of one request. */
export interface Attempts {
  /** Waits for the server of the next attempt. @throws OllamaFailure if none can be used; CanceledError */
  enter(): Promise<PooledServer>;
  /** Ends the attempt, so that another request can begin. Calling it again has no effect. */
  leave(): void;
  /**
   * Ends the attempt after a failure. Resolves to true if the request is worth another one: at once on another server
   * if the failure is one of the server, otherwise once after a pause. @throws CanceledError
   */
  again(thrown: unknown): Promise<boolean>;
}

/**
 * Spreads requests over servers by their load, each with at most two at once, and moves those of a server that fails.
 */
export class ServerPool {
  readonly #members: readonly Member[];
  readonly #waiting = new Set<() => void>();
  /** Selects among equally loaded servers; other processes begin elsewhere. */
  #turn: number;

  constructor(servers: readonly PooledServer[]) {
    this.#members = servers.map((server) => ({ ...server, load: 0, restsUntil: 0 }));
    this.#turn = Math.floor(Math.random() * servers.length);
  }

  get size(): number {
    return this.#members.length;
  }

  /** Origins of the servers, for messages. */
  get origins(): string {
    return this.#members.map(({ url }) => originOf(url)).join(', ');
  }

  /** Returns the status of the first server that is reachable, otherwise that of the first. Never throws. */
  async status(): Promise<OllamaStatus> {
    const checks = this.#members.map(({ registry }) => registry.status());
    const reachable = checks.map(async (check) => {
      const status = await check;
      if (!status.reachable) throw new OllamaFailure(status.kind, status.reason);
      return status;
    });
    return Promise.any(reachable).catch(() => checks[0]!);
  }

  /** Lists the models of all reachable servers, those of the first server first. @throws OllamaFailure */
  async models(): Promise<OllamaModel[]> {
    const awake = this.#awake(this.#members);
    const lists = await Promise.allSettled(awake.map((member) => this.#modelsOf(member)));
    const found = new Map<string, OllamaModel>();
    for (const list of lists) {
      if (list.status === 'rejected') continue;
      for (const model of list.value) if (!found.has(model.name)) found.set(model.name, model);
    }
    const failed = lists.find(({ status }) => status === 'rejected');
    if (lists.every(({ status }) => status === 'rejected')) throw (failed as PromiseRejectedResult).reason;
    return [...found.values()];
  }

  /** Begins a request for a model. */
  attempts(model: WantedModel, signal?: AbortSignal): Attempts {
    let tried: Member[] = [];
    const late = new Set<Member>();
    let isRepeated = false;
    let current: Member | undefined;
    const leave = () => {
      if (current) this.#release(current);
      current = undefined;
    };
    return {
      enter: async () => {
        current = await this.#enter(
          model,
          this.#members.filter((member) => !tried.includes(member)),
          signal,
        );
        return current;
      },
      leave,
      again: async (thrown) => {
        const member = current;
        leave();
        if (!(thrown instanceof OllamaFailure)) return false;
        if (member) {
          tried.push(member);
          if (thrown.kind === 'timed_out') late.add(member);
          if (isOfServer(thrown)) rest(member);
          if (isOfServer(thrown) && tried.length < this.size) return true;
        }
        if (!thrown.transient || isRepeated || late.size === this.size) return false;
        isRepeated = true;
        tried = [...late];
        await sleep(RETRY_DELAY_MS, signal);
        return true;
      },
    };
  }

  /** Takes the least loaded of the servers that has the model. */
  async #enter(model: WantedModel, candidates: readonly Member[], signal?: AbortSignal): Promise<Member> {
    const left = new Set(candidates);
    let failure: unknown;
    while (left.size > 0) {
      const member = await this.#leastLoaded([...left], signal);
      try {
        await this.#require(member, model);
        throwIfAborted(signal);
        return member;
      } catch (thrown) {
        this.#release(member);
        if (!(thrown instanceof OllamaFailure)) throw thrown;
        failure ??= thrown;
        left.delete(member);
      }
    }
    throw failure;
  }

  async #leastLoaded(candidates: readonly Member[], signal?: AbortSignal): Promise<Member> {
    for (;;) {
      const usable = this.#awake(candidates);
      const least = Math.min(...usable.map(({ load }) => load));
      if (least < MAX_CONCURRENT_REQUESTS) {
        const best = usable.filter(({ load }) => load === least);
        const member = best[this.#turn++ % best.length]!;
        member.load++;
        return member;
      }
      await this.#released(signal);
    }
  }

  /** Checks quickly that the server can answer, before waiting minutes for it. @throws OllamaFailure */
  async #require(member: Member, { name, digest }: WantedModel): Promise<void> {
    const status = await member.registry.status();
    if (!status.reachable) {
      rest(member);
      throw new OllamaFailure(status.kind, status.reason);
    }
    // A single server reports a missing model itself.
    if (this.size === 1) return;
    const models = await this.#modelsOf(member);
    if (models.some((model) => model.name === name && (digest === undefined || model.digest === digest))) return;
    const message = sentence('ollama.model-missing', { url: originOf(member.url), model: name });
    throw new OllamaFailure('model_missing', message);
  }

  async #modelsOf(member: Member): Promise<OllamaModel[]> {
    try {
      return await member.registry.models();
    } catch (thrown) {
      if (thrown instanceof OllamaFailure) rest(member);
      throw thrown;
    }
  }

  /** Without the servers that rest, unless all do. */
  #awake(members: readonly Member[]): readonly Member[] {
    const now = performance.now();
    const awake = members.filter(({ restsUntil }) => restsUntil <= now);
    return awake.length > 0 ? awake : members;
  }

  #release(member: Member): void {
    member.load--;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Resolves when a request has ended. @throws CanceledError */
  #released(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(wake);
        reject(new CanceledError());
      };
      const wake = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      if (signal?.aborted) return reject(new CanceledError());
      this.#waiting.add(wake);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}

/** Whether another server may answer what this one could not. */
function isOfServer(failure: OllamaFailure): boolean {
  return failure.serverIsGone || failure.kind === 'cut_off' || failure.kind === 'server_error';
}

function rest(member: Member): void {
  member.restsUntil = performance.now() + REST_MS;
}
