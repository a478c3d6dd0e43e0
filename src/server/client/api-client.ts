import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { z } from 'zod';
import { throwIfAborted } from '../../base/abort.ts';
import { tryParseJson } from '../../base/json/parse-json.ts';
import { API_KEY_START } from '../../contract/account/keys.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { isSuccess, readBody, sendRequest } from './send-request.ts';

/** Client for the API of a running server, used by commands and the desktop application. */
export interface ApiClient {
  readonly apiUrl: string;
  /** @throws CanceledError when `signal` aborts, at any point of the request */
  get<Schema extends z.ZodType>(path: string, schema: Schema, signal?: AbortSignal): Promise<z.infer<Schema>>;
  /** @throws CanceledError when `signal` aborts, at any point of the request */
  send<Schema extends z.ZodType>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.infer<Schema>>;
  /** Sends a file as the body of a POST request. */
  sendFile<Schema extends z.ZodType>(
    path: string,
    file: Uint8Array<ArrayBuffer>,
    schema: Schema,
  ): Promise<z.infer<Schema>>;
  text(path: string): Promise<string>;
  /**
   * Returns a file as a stream, with the name that the server gives it. @param body of a POST request; without it, GET
   */
  download(
    path: string,
    signal?: AbortSignal,
    body?: unknown,
  ): Promise<{ name: string; body: ReadableStream<Uint8Array> }>;
  /**
   * Sends a request to a presigned URL of this server, without a credential. Other servers are refused.
   * @throws TypeError for another server
   */
  signed(url: string, init?: RequestInit): Promise<Response>;
  /**
   * Reads a stream of server-sent events; `data` is JSON text. @param body of a POST request; without it, GET
   * @throws CanceledError when `signal` aborts
   */
  follow(path: string, signal: AbortSignal, body?: unknown): AsyncGenerator<{ event: string; data: string }>;
}

/** Returns the error of a response as the server stated it. */
function errorOf(status: number, body: string): ReelscopeError {
  const problem = ErrorBody.safeParse(tryParseJson(body));
  if (!problem.success) return new ReelscopeError('internal', `The server responded with status ${status}.`);
  const { code, message, text, details } = problem.data.error;
  return new ReelscopeError(code, { message, ...(text && { text }) }, { details });
}

/** @throws ReelscopeError of a response without success */
async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw errorOf(response.status, await response.text().catch(() => ''));
}

/**
 * Creates an API client. Every method throws ReelscopeError with the error code of the response.
 * @param token or API key; called for each request, since the server renews its token
 */
export function createApiClient(apiUrl: string, token: () => Promise<string>): ApiClient {
  async function requestOf(method: string, body: unknown, signal: AbortSignal | undefined) {
    const headers = {
      authorization: authorizationOf(await token()),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return { method, headers, ...(signal && { signal }) };
  }
  async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const response = await fetch(`${apiUrl}${path}`, {
      ...(await requestOf(method, body, signal)),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return requireOk(response);
  }
  async function textOf(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<string> {
    const options = await requestOf(method, body, signal);
    const response = await sendRequest(
      `${apiUrl}${path}`,
      options,
      body === undefined ? undefined : JSON.stringify(body),
    );
    const content = await readBody(response);
    if (!isSuccess(response)) throw errorOf(response.statusCode!, content);
    return content;
  }
  /** Sends a request and reads the JSON body; `signal` interrupts both. */
  async function json<Schema extends z.ZodType>(
    method: string,
    path: string,
    body: unknown,
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<z.infer<Schema>> {
    throwIfAborted(signal);
    try {
      return schema.parse(JSON.parse(await textOf(method, path, body, signal)));
    } catch (error) {
      throwIfAborted(signal);
      throw error;
    }
  }

  return {
    apiUrl,
    get: (path, schema, signal) => json('GET', path, undefined, schema, signal),
    send: json,
    async sendFile(path, file, schema) {
      const headers = { authorization: authorizationOf(await token()), 'content-type': 'application/octet-stream' };
      const response = await fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: file });
      return schema.parse(await (await requireOk(response)).json());
    },
    text: (path) => textOf('GET', path),
    async download(path, signal, content) {
      const { headers, body } = await call(content === undefined ? 'GET' : 'POST', path, content, signal);
      const name = /filename\*=UTF-8''(\S+)/.exec(headers.get('content-disposition') ?? '')?.[1];
      if (name === undefined || !body) throw new ReelscopeError('internal', 'The server sent no file.');
      return { name: decodeURIComponent(name), body };
    },
    async signed(url, init) {
      const { origin } = new URL(apiUrl);
      if (new URL(url).origin !== origin) throw new TypeError('The URL belongs to another server.');
      return requireOk(await fetch(url, init));
    },
    async *follow(path, signal, content) {
      throwIfAborted(signal);
      try {
        const { body } = await call(content === undefined ? 'GET' : 'POST', path, content, signal);
        const text = body!.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
        for await (const { event = 'message', data } of text.pipeThrough(new EventSourceParserStream()))
          yield { event, data };
      } catch (error) {
        throwIfAborted(signal);
        throw error;
      }
    },
  };
}

/** API keys are sent without a scheme. */
function authorizationOf(credential: string): string {
  return credential.startsWith(API_KEY_START) ? credential : `Bearer ${credential}`;
}
