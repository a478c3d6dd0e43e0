import type { IncomingHttpHeaders } from 'node:http';
import { ReelscopeError } from '../../../contract/errors.ts';

/**
 * Keeps foreign web pages out of the loopback listener. A page whose name was rebound to 127.0.0.1 sends its own Host;
 * a page that posts across origins sends its own Origin. Programs other than browsers send no Origin.
 * @param port where the server listens
 * @param trustedOrigins further origins, such as the desktop window's own scheme
 * @throws ReelscopeError `forbidden`
 */
export function guardOrigin(headers: IncomingHttpHeaders, port: number, trustedOrigins: readonly string[]): void {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!names.includes(headers.host?.toLowerCase() ?? '')) {
    throw new ReelscopeError('forbidden', 'The Host header is not allowed.');
  }
  const { origin } = headers;
  if (origin !== undefined && !names.some((name) => origin === `http://${name}`) && !trustedOrigins.includes(origin)) {
    throw new ReelscopeError('forbidden', 'Requests from other origins are not allowed.');
  }
}

/**
 * Only paths may be asked for: not the absolute form for proxies, nor `*`, nor what a URL parser would read in another way.
 * @throws ReelscopeError `invalid_request`
 */
export function guardTarget(target: string | undefined): void {
  if (target?.startsWith('/') && !target.startsWith('//') && !target.split('?', 1)[0]!.includes('\\')) return;
  throw new ReelscopeError('invalid_request', 'The request URL is invalid.');
}
