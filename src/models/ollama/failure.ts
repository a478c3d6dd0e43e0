import { ReelscopeError } from '../../contract/errors.ts';

/** Why a server did not do what it was asked. A closed list. */
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
  | 'invalid_output';

/** Failures that say something about the server and not about the one request. */
const SERVER_FAILURES: ReadonlySet<OllamaFailureKind> = new Set([
  'refused',
  'unreachable',
  'timed_out',
  'not_ollama',
  'offline',
  'model_missing',
]);

/** Failures that the same request may be spared a moment later. */
const TRANSIENT_FAILURES: ReadonlySet<OllamaFailureKind> = new Set([
  'refused',
  'unreachable',
  'server_error',
  'cut_off',
  'invalid_output',
]);

/** A `model_unavailable` with the reason in machine-readable form. Its message never quotes a request or an answer. */
export class OllamaFailure extends ReelscopeError {
  readonly kind: OllamaFailureKind;

  constructor(kind: OllamaFailureKind, message: string, cause?: unknown) {
    super('model_unavailable', message, { cause, details: { kind } });
    this.kind = kind;
  }

  get transient(): boolean {
    return TRANSIENT_FAILURES.has(this.kind);
  }

  /** Whether the next request would fare no better. */
  get serverIsGone(): boolean {
    return SERVER_FAILURES.has(this.kind);
  }
}

/** Codes of Node's sockets and of undici, found somewhere in the chain of causes. */
function socketCode(thrown: unknown): string | undefined {
  for (let error: unknown = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    if (first instanceof Error && 'code' in first) return String(first.code);
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return undefined;
}

/** What went wrong underneath `fetch`, for people. */
export function connectionFailure(url: string, thrown: unknown): OllamaFailure {
  const code = socketCode(thrown);
  if (code === 'forbidden') {
    const message = `The setting “offline” is on, and ${url} is another machine.`;
    return new OllamaFailure('offline', message, thrown);
  }
  if (code === 'ECONNREFUSED') {
    return new OllamaFailure('refused', `Nothing answers at ${url}: the connection was refused.`, thrown);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new OllamaFailure('unreachable', `There is no machine by the name in ${url}.`, thrown);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new OllamaFailure('timed_out', `${url} did not answer in time.`, thrown);
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return new OllamaFailure('cut_off', `${url} broke the connection off.`, thrown);
  }
  return new OllamaFailure('unreachable', `${url} can't be reached${code ? ` (${code})` : ''}.`, thrown);
}
