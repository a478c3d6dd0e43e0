import type { LookupAddress } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AttemptError } from '../../contract/sharing/webhooks.ts';
import type { NewAttempt } from '../../db/repositories/webhook-deliveries.ts';
import { parseRetryAfter } from './schedule.ts';

/** Bytes of a response that are read. */
const MAX_RESPONSE_BYTES = 2048;

/** Outcome of one attempt. */
export type PostOutcome = Omit<NewAttempt, 'at' | 'durationMs'> & { retryAfterMs?: number | undefined };

export interface Post {
  url: URL;
  /** Checked addresses of the URL's host, tried in order. */
  addresses: readonly LookupAddress[];
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Posts a body to one of the addresses. Redirects are not followed, proxies are not used, and connections are not
 * reused.
 * @param signal ends the attempt
 * @throws the reason of `signal` if it ends the attempt before there is a response
 */
export async function post({ url, addresses, headers, body }: Post, signal: AbortSignal): Promise<PostOutcome> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    signal,
    // The name was resolved and checked; this is the only way to an address.
    lookup: (_hostname, { all }, callback) =>
      all ? callback(null, [...addresses]) : callback(null, addresses[0]!.address, addresses[0]!.family),
  };
  try {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const response = await responseTo(send(url, options), body);
    return outcomeOf(response, await startOf(response));
  } catch (error) {
    signal.throwIfAborted();
    return failed(errorOf(error), detailOf(error));
  }
}

function responseTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  // Stays attached: a connection may also fail after the response.
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Reads the start of a response; what was read if it fails or takes too long, since its status is known. */
async function startOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (bytes >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // Aborted or cut: the status line counts.
  }
  response.destroy();
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\ufffd');
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage, responseBody: string): PostOutcome {
  const answer = { responseStatus: status, responseBody };
  if (status >= 200 && status < 300) return { ...answer, error: null, errorDetail: null };
  if (status >= 300 && status < 400)
    return { ...answer, error: 'redirect', errorDetail: headers.location?.slice(0, 500) ?? null };
  const waits = status === 429 || status === 503;
  const retryAfterMs = waits ? parseRetryAfter(headers['retry-after'], Date.now()) : undefined;
  return { ...answer, error: 'status', errorDetail: null, retryAfterMs };
}

/** Outcome of an attempt that received no response. */
export function failed(error: AttemptError, errorDetail: string): PostOutcome {
  return { responseStatus: null, responseBody: null, error, errorDetail };
}

const TLS_CODES = /^(?:ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/;

function errorOf(error: unknown): AttemptError {
  return TLS_CODES.test(codeOf(error) ?? '') ? 'tls' : 'unreachable';
}

function detailOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
