import { Ollama } from 'ollama';
import { CancelledError } from '../../base/errors.ts';
import type { Fetch } from '../outgoing.ts';
import { connectionFailure, OllamaFailure } from './failure.ts';
import { checkedBody, failedResponse } from './response.ts';

/** How long one request may take (milliseconds). */
export interface RequestLimits {
  /** Until the first byte of the answer; a model may have to be loaded first. */
  firstMs: number;
  /** Between two pieces of the answer. */
  idleMs: number;
  /** Altogether. */
  totalMs: number;
}

/**
 * One request and its answer, held to time limits and to an AbortSignal. The client package takes neither for most of
 * its calls and prints what it can't read, so everything passes through a `fetch` of our own that it is given.
 * Call `close` when the answer has been read.
 */
export class OllamaRequest {
  readonly client: Ollama;
  readonly #url: string;
  readonly #limits: RequestLimits;
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#abort.abort(new CancelledError());
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout;

  constructor(url: string, fetch: Fetch, limits: RequestLimits, signal?: AbortSignal) {
    this.#url = url;
    this.#limits = limits;
    this.#signal = signal;
    this.#total = setTimeout(() => this.#expire('took too long'), limits.totalMs);
    this.#idle = setTimeout(() => this.#expire('did not answer in time'), limits.firstMs);
    if (signal?.aborted) this.#onAbort();
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    const { host, headers } = addressOf(url);
    this.client = new Ollama({ host, headers, fetch: (input, init) => this.#fetch(fetch, input, init) });
  }

  /** Ends the request if it still runs, and its timers. */
  close(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#abort.abort(new CancelledError());
  }

  /** What was thrown while the answer was read, as one of our own errors. */
  failure(thrown: unknown): OllamaFailure | CancelledError {
    if (this.#signal?.aborted) return new CancelledError();
    const reason: unknown = this.#abort.signal.aborted ? this.#abort.signal.reason : thrown;
    if (reason instanceof OllamaFailure || reason instanceof CancelledError) return reason;
    if (reason instanceof Error && /Did not receive done/.test(reason.message)) {
      return new OllamaFailure('cut_off', `${this.#url} broke its answer off.`, reason);
    }
    if (reason instanceof SyntaxError) {
      return new OllamaFailure('not_ollama', `What answers at ${this.#url} is not Ollama.`, reason);
    }
    // An error that the server put into its stream; its words may quote the request, so they stay in the cause.
    if (reason instanceof Error && !('code' in reason) && reason.cause === undefined) {
      return new OllamaFailure('server_error', `Ollama at ${this.#url} reported an error while it answered.`, reason);
    }
    return connectionFailure(this.#url, reason);
  }

  async #fetch(outgoing: Fetch, input: Parameters<Fetch>[0], init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await outgoing(input, { ...init, signal: this.#abort.signal });
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
    this.#idle = setTimeout(() => this.#expire('stopped answering'), this.#limits.idleMs);
  }

  #expire(what: string): void {
    this.#abort.abort(new OllamaFailure('timed_out', `Ollama at ${this.#url} ${what}.`));
  }
}

/** Sends one request whose answer comes as a whole. @throws OllamaFailure, CancelledError */
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

/** `fetch` refuses addresses with a name and password in them; servers behind a proxy get them as a header. */
function addressOf(url: string): { host: string; headers: Record<string, string> } {
  const address = new URL(url);
  if (!address.username && !address.password) return { host: url, headers: {} };
  const login = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  address.username = '';
  address.password = '';
  return {
    host: address.href.replace(/\/$/, ''),
    headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
  };
}
