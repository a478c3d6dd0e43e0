import { CanceledError } from '../../base/errors.ts';
import type { ErrorBody } from '../../contract/error-body.ts';
import { isErrorCode, ReelscopeError } from '../../contract/errors.ts';
import { authorization, useSession } from './credential.ts';
import { nextTask } from './next-task.ts';
import type { Routes } from './routes.gen.ts';

/** Method and path of a route under `/api`, such as `GET /videos/{job_id}`. */
export type Route = keyof Routes;

type JsonRoute = { [Name in Route]: Routes[Name] extends { response: unknown } ? Name : never }[Route];

interface CommonOptions {
  /** Sent as is, under its own media type. */
  file?: Blob;
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
}

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

type Options<Name extends Route> = DeepReadonly<Omit<Routes[Name], 'response'>> & CommonOptions;

/** Options may be omitted for routes without required parameters and body. */
export type Arguments<Name extends Route> =
  Partial<Options<Name>> extends Options<Name> ? [options?: Options<Name>] : [options: Options<Name>];

/** The options of any route, as `send` reads them. */
interface AnyOptions extends CommonOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
}

/** Status without a body, in response to an entity tag that is still current. */
export const NOT_MODIFIED = 304;

/**
 * Calls the API and returns the raw response.
 * @throws ReelscopeError with the server's code; `internal` with `details.offline` when it can't be reached
 * @throws CanceledError when `signal` was aborted
 */
export async function send<Name extends Route>(route: Name, ...[options]: Arguments<Name>): Promise<Response> {
  const { params, query, body, file, signal, headers }: AnyOptions = options ?? {};
  const [method, template] = route.split(' ') as [string, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params![name]!));
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  );
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  await takeTurn();
  const call = (auth: string | undefined) =>
    fetch(`/api${path}${search}`, {
      method,
      headers: {
        ...(auth && { Authorization: auth }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(file && { 'Content-Type': file.type || 'application/octet-stream' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw new CanceledError();
      throw unreachable(cause);
    });
  let auth = authorization();
  let response = await call(auth);
  if (response.status === 401 && (await renewExpired(auth))) {
    auth = authorization();
    response = await call(auth);
  }
  if (response.ok || response.status === NOT_MODIFIED) return response;
  if (response.status === 401 && auth === authorization()) useSession.getState().set(null);
  throw await readError(response);
}

/** Settles when the next request may be sent; undefined: now. */
let turn: Promise<void> | undefined;

/**
 * Waits until a request may be sent: the first at once, others that come with it one per task. Sending takes a
 * millisecond or two, and a page that opens asks for a dozen things.
 */
async function takeTurn(): Promise<void> {
  const before = turn;
  const next = before ? before.then(nextTask) : nextTask();
  turn = next;
  void next.then(() => {
    if (turn === next) turn = undefined;
  });
  await before;
}

/** The renewal in progress, which all rejected requests share. */
let renewal: Promise<boolean> | undefined;

/**
 * Renews a token that expired while no timer ran, as on a suspended computer. Returns whether the request that it was
 * rejected with can be repeated. @throws ReelscopeError if the server can't be reached
 */
async function renewExpired(rejected: string | undefined): Promise<boolean> {
  const { credential, set } = useSession.getState();
  if (rejected === undefined || credential?.kind !== 'token') return false;
  if (rejected !== authorization()) return true;
  renewal ??= fetch('/api/tokens', { method: 'POST', headers: { Authorization: rejected } })
    .then(
      async (response) => {
        if (!response.ok) return false;
        const { token } = (await response.json()) as Routes['POST /tokens']['response'];
        if (rejected === authorization()) set({ kind: 'token', value: token });
        return true;
      },
      (cause: unknown) => Promise.reject(unreachable(cause)),
    )
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

/**
 * Calls a route that answers with JSON. Throws like {@link send}; the server's tests verify the shape of its responses.
 */
export async function request<Name extends JsonRoute>(route: Name, ...options: Arguments<Name>) {
  return (await requestWithHeaders(route, ...options)).body;
}

/** Like {@link request}, for routes that also answer in headers. */
export async function requestWithHeaders<Name extends JsonRoute>(route: Name, ...options: Arguments<Name>) {
  const response = await send(route, ...options);
  return { body: (await response.json()) as Routes[Name]['response'], headers: response.headers };
}

/** Error for a server that did not respond. */
export function unreachable(cause?: unknown): ReelscopeError {
  return new ReelscopeError('internal', 'The server is not responding.', { cause, details: { offline: true } });
}

/** Whether an error means that the server did not respond, as after it was stopped. */
export function isOffline(error: unknown): boolean {
  if (!(error instanceof ReelscopeError)) return false;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'offline' in details && details.offline === true;
}

/** Whether the same request may succeed later, rather than being refused for what it asks. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ReelscopeError) || error.status >= 500 || [401, 408, 429].includes(error.status);
}

/** Whether an error means that the server has no such thing, as after it was deleted elsewhere. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ReelscopeError && error.code === 'not_found';
}

/** The error of a JSON error body; undefined for anything else, such as the page of a proxy in between. */
export function parseError(body: unknown): ReelscopeError | undefined {
  const { error } = (body ?? {}) as Partial<ErrorBody>;
  return error && isErrorCode(error.code)
    ? new ReelscopeError(error.code, error, { details: error.details })
    : undefined;
}

async function readError(response: Response): Promise<ReelscopeError> {
  const body: unknown = await response.json().catch(() => undefined);
  return parseError(body) ?? new ReelscopeError('internal', `The server responded with status ${response.status}.`);
}
