import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sent with every response, including those that reach no route. OWASP Secure Headers for an API and a local application. */
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

/** Assigns an id to a request and sets the common response headers, which routes may override. */
export function prepare(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const id = randomUUID();
  REQUEST_IDS.set(incoming, id);
  outgoing.setHeader('X-Request-Id', id);
  for (const [name, value] of SECURITY_HEADERS) outgoing.setHeader(name, value);
}

/** Id assigned by {@link prepare}. */
export function requestIdOf(incoming: IncomingMessage): string {
  return REQUEST_IDS.get(incoming) ?? 'unknown';
}
