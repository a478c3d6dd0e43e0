import type { IncomingHttpHeaders } from 'node:http';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';

/**
 * Keeps foreign web pages out of the loopback listener. A page with DNS rebound to 127.0.0.1 sends its own Host; a
 * cross-origin request has its own Origin. Programs other than browsers send no Origin. @param port port of the
 * server
 * @param trustedOrigins further origins, such as the desktop window's own scheme
 * @throws ReelscopeError `forbidden`
 */
export function guardOrigin(headers: IncomingHttpHeaders, port: number, trustedOrigins: readonly string[]): void {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!names.includes(headers.host?.toLowerCase() ?? '')) {
    throw new ReelscopeError('forbidden', sentence('request.host'));
  }
  const { origin } = headers;
  if (origin !== undefined && !names.some((name) => origin === `http://${name}`) && !trustedOrigins.includes(origin)) {
    throw new ReelscopeError('forbidden', sentence('request.origin'));
  }
}

/**
 * Accepts only paths as request targets: no absolute form for proxies, no `*`, and nothing that a URL parser would
 * interpret differently.
 * @throws ReelscopeError `invalid_request`
 */
export function guardTarget(target: string | undefined): void {
  if (target?.startsWith('/') && !target.startsWith('//') && !target.split('?', 1)[0]!.includes('\\')) return;
  throw new ReelscopeError('invalid_request', sentence('request.url'));
}
