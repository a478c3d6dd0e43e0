import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';

export type Fetch = typeof fetch;

/** Whether the `offline` setting is on. Checked for each request, so that a change takes effect immediately. */
export type IsOffline = () => boolean;

/** Limits of one request, which fails beyond them. Callers may have tighter limits of their own. */
export interface FetchLimits {
  /** Size of the response body. */
  maxBytes: number;
  /** Longest wait in milliseconds: for the response, and for each part of its body. */
  idleMs: number;
}

/** Documents and keys of an identity provider. */
export const IDENTITY_LIMITS: FetchLimits = { maxBytes: 1024 * 1024, idleMs: 5000 };
/** The file that names the newest version. */
export const VERSION_FILE_LIMITS: FetchLimits = { maxBytes: 64 * 1024, idleMs: 15_000 };
/** Responses of a model server. Loading a model from a slow disk takes minutes. */
export const OLLAMA_LIMITS: FetchLimits = { maxBytes: 128 * 1024 * 1024, idleMs: 150_000 };
/** Files of models. */
export const DOWNLOAD_LIMITS: FetchLimits = { maxBytes: 64 * 1024 ** 3, idleMs: 60_000 };

/**
 * The network exit of the application: all code that connects to another machine uses this `fetch`, except for
 * webhooks, whose targets have rules of their own (server/webhooks/target.ts). While offline, requests to other
 * machines fail before anything is sent, and redirects are refused so that a local server can't forward them.
 * @param send the host's way to other machines, which knows the proxy and the certificates of the system
 */
export function outgoingFetch(isOffline: IsOffline, limits: FetchLimits, send: Fetch = fetch): Fetch {
  return async (input, init) => {
    const offline = isOffline();
    const url = new URL(input instanceof Request ? input.url : input);
    if (offline && !isLoopback(url.hostname)) throw offlineError();
    const idle = new IdleTimer(limits.idleMs);
    const callerSignal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = callerSignal ? AbortSignal.any([callerSignal, idle.signal]) : idle.signal;
    const response = await idle.during(
      send(input, { ...init, signal, ...(offline && { redirect: 'error' as const }) }),
    );
    return limitBody(response, limits, idle);
  };
}

/** Aborts a request while one step of it takes too long. */
class IdleTimer {
  readonly #abort = new AbortController();
  readonly #milliseconds: number;
  readonly signal = this.#abort.signal;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  async during<T>(step: Promise<T>): Promise<T> {
    const expire = () => this.#abort.abort(new DOMException('The server stopped responding.', 'TimeoutError'));
    const timer = setTimeout(expire, this.#milliseconds);
    try {
      return await step;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Copies a response so that its body fails beyond the limits. Time counts only while a part is awaited. */
function limitBody(response: Response, { maxBytes }: FetchLimits, idle: IdleTimer): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  let bytes = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await idle.during(reader.read());
        if (done) return controller.close();
        bytes += value.byteLength;
        if (bytes > maxBytes) {
          const error = new RangeError(`The response has more than ${maxBytes} bytes.`);
          void reader.cancel(error).catch(() => {});
          throw error;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

export function offlineError(): ReelscopeError {
  return new ReelscopeError('forbidden', sentence('offline.blocked'));
}

/** Whether a host name refers to this machine without asking a name server. */
function isLoopback(hostname: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname);
}
