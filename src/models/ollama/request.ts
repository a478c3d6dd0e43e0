import { Ollama } from 'ollama';
import { CanceledError } from '../../base/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Fetch } from '../outgoing.ts';
import { originOf } from '../server-address.ts';
import { connectionFailure, OllamaFailure } from './failure.ts';
import { checkedBody, failedResponse } from './response.ts';

/** Time limits of one request (milliseconds). */
export interface RequestLimits {
  /** Until the first byte of the answer, including the time to load the model. */
  firstMs: number;
  /** Between two chunks of the answer. */
  idleMs: number;
  /** For the whole request. */
  totalMs: number;
}

/**
 * One request with time limits and an AbortSignal. The client package supports neither for most calls and prints
 * malformed input to the console, so its traffic goes through a custom `fetch`. Call `close` after reading the answer.
 */
export class OllamaRequest {
  readonly client: Ollama;
  /** Origin of the server, for messages. */
  readonly #url: string;
  readonly #limits: RequestLimits;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#abort.abort(new CanceledError());
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout;

  constructor(url: string, fetch: Fetch, limits: RequestLimits, signal?: AbortSignal) {
    this.#url = originOf(url);
    this.#limits = limits;
    this.#signal = signal;
    this.#total = setTimeout(() => this.#expire('ollama.overlong'), limits.totalMs);
    this.#idle = setTimeout(() => this.#expire('ollama.silent'), limits.firstMs);
    if (signal?.aborted) this.#onAbort();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.client = new Ollama({ host: url, fetch: (input, init) => this.#fetch(fetch, input, init) });
  }

  /** Aborts the request if it is still running and clears its timers. */
  close(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#abort.abort(new CanceledError());
  }

  /** Converts an error thrown while reading the answer. */
  failure(thrown: unknown): OllamaFailure | CanceledError {
    if (this.#signal?.aborted) return new CanceledError();
    const reason: unknown = this.#abort.signal.aborted ? this.#abort.signal.reason : thrown;
    if (reason instanceof OllamaFailure || reason instanceof CanceledError) return reason;
    if (reason instanceof Error && /Did not receive done/.test(reason.message)) {
      return new OllamaFailure('cut_off', sentence('ollama.cut-off', { url: this.#url }), reason);
    }
    if (reason instanceof SyntaxError) {
      return new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url: this.#url }), reason);
    }
    // Error reported inside the stream. Its message may quote the request, so it is kept only as the cause.
    if (reason instanceof Error && !('code' in reason) && reason.cause === undefined) {
      return new OllamaFailure('server_error', sentence('ollama.stream-error', { url: this.#url }), reason);
    }
    return connectionFailure(this.#url, reason);
  }

  async #fetch(outgoing: Fetch, input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
      // Frames and findings are for this server only.
      response = await outgoing(input, { ...init, redirect: 'error', signal: this.#abort.signal });
    } catch (thrown) {
      if (this.#abort.signal.aborted) throw this.#abort.signal.reason;
      throw connectionFailure(this.#url, thrown);
    }
    this.#touch();
    if (!response.ok) throw await failedResponse(this.#url, response);
    return checkedBody(this.#url, response, () => this.#touch());
  }

  #touch(): void {
    clearTimeout(this.#idle);
    if (this.#abort.signal.aborted) return;
    this.#idle = setTimeout(() => this.#expire('ollama.stopped'), this.#limits.idleMs);
  }

  #expire(key: 'ollama.overlong' | 'ollama.silent' | 'ollama.stopped'): void {
    this.#abort.abort(new OllamaFailure('timed_out', sentence(key, { url: this.#url })));
  }
}

/** Sends a request with a non-streamed answer. @throws OllamaFailure, CanceledError */
export async function sendRequest<Answer>(
  url: string,
  fetch: Fetch,
  limits: RequestLimits,
  signal: AbortSignal | undefined,
  ask: (client: Ollama) => Promise<Answer>,
): Promise<Answer> {
  const open = new OllamaRequest(url, fetch, limits, signal);
  try {
    return await ask(open.client);
  } catch (thrown) {
    throw open.failure(thrown);
  } finally {
    open.close();
  }
}
