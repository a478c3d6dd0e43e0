import type { z } from 'zod';
import { throwIfAborted } from '../../base/abort.ts';
import { ErrorBody, ReelscopeError } from '../../contract/errors.ts';

/** The API of a running server, for the hosts: commands and the desktop application. */
export interface ApiClient {
  readonly apiUrl: string;
  get<Schema extends z.ZodType>(path: string, schema: Schema, signal?: AbortSignal): Promise<z.infer<Schema>>;
  send<Schema extends z.ZodType>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.infer<Schema>>;
  text(path: string): Promise<string>;
}

/**
 * @param token asked for each call, since a server renews its own
 * @throws ReelscopeError with the code that the server answered, from every method
 */
export function createApiClient(apiUrl: string, token: () => Promise<string>): ApiClient {
  async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    throwIfAborted(signal);
    const headers = {
      authorization: `Bearer ${await token()}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const problem = ErrorBody.safeParse(await response.json().catch(() => undefined));
    if (!problem.success) throw new ReelscopeError('internal', `The server answered ${response.status}.`);
    const { code, message, details } = problem.data.error;
    throw new ReelscopeError(code, message, { details });
  }
  return {
    apiUrl,
    get: async (path, schema, signal) => schema.parse(await (await call('GET', path, undefined, signal)).json()),
    send: async (method, path, body, schema, signal) =>
      schema.parse(await (await call(method, path, body, signal)).json()),
    text: async (path) => (await call('GET', path)).text(),
  };
}
