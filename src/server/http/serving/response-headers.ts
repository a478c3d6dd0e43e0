import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sent with every answer, also with those that never reach a route. OWASP Secure Headers, for an API and a local app. */
const SECURITY_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ['Cache-Control', 'no-store'],
];

const REQUEST_IDS = new WeakMap<IncomingMessage, string>();

/** Gives a request its id and its answer the headers that all have. Routes may set other values. */
export function prepare(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const id = randomUUID();
  REQUEST_IDS.set(incoming, id);
  outgoing.setHeader('X-Request-Id', id);
  for (const [name, value] of SECURITY_HEADERS) outgoing.setHeader(name, value);
}

/** The id that {@link prepare} gave. */
export function requestIdOf(incoming: IncomingMessage): string {
  return REQUEST_IDS.get(incoming) ?? 'unknown';
}
