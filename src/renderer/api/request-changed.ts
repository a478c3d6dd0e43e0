import { readList } from './read-results.ts';
import { type Arguments, NOT_MODIFIED, type Route, send } from './request.ts';
import type { Routes } from './routes.gen.ts';

type ListRoute = {
  [Name in Route]: Routes[Name] extends { response: readonly unknown[] } ? Name : never;
}[Route];

/** Last responses, with their entity tags. */
const lastResponses = new Map<Route, { etag: string; body: unknown }>();

/**
 * Like `request`, for large lists that are fetched every few seconds: one that has not changed is not sent again, and
 * is the same object, so that nothing is compared or rendered. The server writes one item per line.
 */
export async function requestChanged<Name extends ListRoute>(
  route: Name,
  ...[options]: Arguments<Name>
): Promise<Routes[Name]['response']> {
  const last = lastResponses.get(route);
  // Responses are not stored by the browser, which could validate them otherwise.
  const headers = { ...options?.headers, ...(last && { 'If-None-Match': last.etag }) };
  const response = await send(route, ...([{ ...options, headers }] as unknown as Arguments<Name>));
  if (last && response.status === NOT_MODIFIED) return last.body as Routes[Name]['response'];
  const etag = response.headers.get('ETag');
  const body = (await readList(response.body!, options?.signal)) as Routes[Name]['response'];
  if (etag !== null) lastResponses.set(route, { etag, body });
  return body;
}
