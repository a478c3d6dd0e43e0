import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Reasons why an Ollama request failed. */
export type OllamaFailureKind =
  | 'refused'
  | 'unreachable'
  | 'timed_out'
  | 'not_ollama'
  | 'offline'
  | 'model_missing'
  | 'server_error'
  | 'bad_request'
  | 'cut_off'
  | 'truncated'
  | 'invalid_output';

/** Failures that concern the server rather than the single request. */
const SERVER_FAILURES: ReadonlySet<OllamaFailureKind> = new Set([
  'refused',
  'unreachable',
  'timed_out',
  'not_ollama',
  'offline',
  'model_missing',
]);

/** Failures that may not recur when the same request is retried. */
const TRANSIENT_FAILURES: ReadonlySet<OllamaFailureKind> = new Set([
  'refused',
  'unreachable',
  'server_error',
  'cut_off',
  'invalid_output',
]);

/** `model_unavailable` error with a machine-readable reason. Its message never quotes a request or an answer. */
export class OllamaFailure extends ReelscopeError {
  readonly kind: OllamaFailureKind;

  constructor(kind: OllamaFailureKind, message: LocalizedText, cause?: unknown) {
    super('model_unavailable', message, { cause, details: { kind } });
    this.kind = kind;
  }

  get transient(): boolean {
    return TRANSIENT_FAILURES.has(this.kind);
  }

  /** Whether further requests would fail too. */
  get serverIsGone(): boolean {
    return SERVER_FAILURES.has(this.kind);
  }
}

/** Whether a server dropped a part of a prompt that was longer than the model's context. */
export function isPromptTruncated(thrown: unknown): boolean {
  return thrown instanceof OllamaFailure && thrown.kind === 'truncated';
}

/** Finds the error code of Node's sockets or undici in the chain of causes. */
function socketCode(thrown: unknown): string | undefined {
  for (let error: unknown = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    if (first instanceof Error && 'code' in first) return String(first.code);
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}

/**
 * Whether `fetch` failed since the server redirects: undici and Electron word it differently, and in different causes.
 */
function isRedirect(thrown: unknown, depth = 0): boolean {
  if (!(thrown instanceof Error) || depth > 5) return false;
  return /redirect/i.test(thrown.message) || isRedirect(thrown.cause, depth + 1);
}

/** Converts a network error of `fetch` to a user-facing failure. */
export function connectionFailure(url: string, thrown: unknown): OllamaFailure {
  const code = socketCode(thrown);
  if (code === 'forbidden') {
    const message = sentence('ollama.offline', { url });
    return new OllamaFailure('offline', message, thrown);
  }
  if (code === 'ECONNREFUSED') {
    return new OllamaFailure('refused', sentence('ollama.refused', { url }), thrown);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new OllamaFailure('unreachable', sentence('ollama.unresolved', { url }), thrown);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new OllamaFailure('timed_out', sentence('ollama.slow', { url }), thrown);
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return new OllamaFailure('cut_off', sentence('ollama.closed', { url }), thrown);
  }
  if (isRedirect(thrown)) return new OllamaFailure('not_ollama', sentence('ollama.redirected', { url }), thrown);
  const message = code ? sentence('ollama.unreachable-code', { url, code }) : sentence('ollama.unreachable', { url });
  return new OllamaFailure('unreachable', message, thrown);
}
