import { CancelledError } from '../../base/errors.ts';
import { type ErrorBody, isErrorCode, ReelscopeError } from '../../contract/errors.ts';
import { authorization, useSession } from './credential.ts';

export interface RequestOptions {
  body?: unknown;
  /** Sent as it is, under its own type; instead of `body`. */
  file?: Blob;
  query?: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
}

/**
 * One call of the interface; `path` follows `/api`.
 * @throws ReelscopeError with the server's code; `internal` with `details.offline` when it can't be reached
 * @throws CancelledError when `signal` was aborted
 */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const { body, file, query, signal } = options;
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  const auth = authorization();
  const response = await fetch(`/api${path}${search}`, {
    method,
    headers: {
      ...(auth && { Authorization: auth }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(file && { 'Content-Type': file.type || 'application/octet-stream' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw new CancelledError();
    throw unreachable(cause);
  });
  if (response.ok) return response;
  if (response.status === 401 && auth === authorization()) useSession.getState().set(null);
  throw await readError(response);
}

/** A call whose answer is JSON. The server checks its answers' shape in its own tests; here the type is taken. */
export async function request<Answer>(method: string, path: string, options?: RequestOptions): Promise<Answer> {
  return (await (await send(method, path, options)).json()) as Answer;
}

/** The server did not answer at all. */
export function unreachable(cause?: unknown): ReelscopeError {
  return new ReelscopeError('internal', 'The server does not answer.', { cause, details: { offline: true } });
}

/** Whether nothing came back, as when the server was stopped. */
export function isOffline(error: unknown): boolean {
  return error instanceof ReelscopeError && (error.details as { offline?: boolean } | undefined)?.offline === true;
}

async function readError(response: Response): Promise<ReelscopeError> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const error = body?.error;
  if (!error || !isErrorCode(error.code)) {
    return new ReelscopeError('internal', `The server answered with status ${response.status}.`);
  }
  return new ReelscopeError(error.code, error.message, { details: error.details });
}
