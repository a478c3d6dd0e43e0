import type { Context } from 'hono';
import { routePath } from 'hono/route';
import { filterWords, type PageRequest } from '../../../base/page.ts';
import { type ListQuery, MAX_PAGE_LIMIT } from '../../../contract/lists.ts';
import type { AppEnv } from '../context/app-env.ts';
import { formatCursor, parseCursor } from './cursor.ts';

/**
 * Reads which page of a list is requested, and names the next one in the `Link` header of the response (RFC 8288), with
 * the other query parameters as they are.
 * @param limits of a list that is not returned whole by default
 * @throws ReelscopeError `invalid_cursor`
 */
export function pageOf(
  c: Context<AppEnv>,
  query: ListQuery,
  limits: { byDefault?: number; max?: number } = {},
): PageRequest {
  const { byDefault = Number.POSITIVE_INFINITY, max = MAX_PAGE_LIMIT } = limits;
  const place = { list: routePath(c, -1), sort: query.sort ?? '' };
  const link = (rel: string, cursor?: string) => c.header('Link', linkTo(c.req.url, rel, cursor), { append: true });
  const after = query.cursor === undefined ? undefined : parseCursor(place, query.cursor);
  if (after || query.limit !== undefined) link('first');
  return {
    limit: query.limit === undefined ? byDefault : Math.min(Number(query.limit), max),
    sort: query.sort,
    after,
    words: filterWords(query.q ?? ''),
    onMore: (last) => link('next', formatCursor(place, last)),
  };
}

/** Path reference to a page of the list that was requested. */
function linkTo(requested: string, rel: string, cursor: string | undefined): string {
  const { pathname, searchParams } = new URL(requested);
  searchParams.delete('cursor');
  if (cursor !== undefined) searchParams.set('cursor', cursor);
  const query = searchParams.toString();
  return `<${pathname}${query === '' ? '' : `?${query}`}>; rel="${rel}"`;
}
