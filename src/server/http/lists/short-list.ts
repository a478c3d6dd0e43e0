import type { Context } from 'hono';
import { type ListShape, pageItems } from '../../../base/page.ts';
import { type ListQuery, listQuery } from '../../../contract/lists.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from './page.ts';

/** A list that is short enough to be sorted and filtered in memory. */
export function shortList<Item extends object>(shape: ListShape<Item> & { sorts: readonly (keyof Item & string)[] }) {
  return {
    /** Schema of its query parameters. */
    query: listQuery(shape.sorts),
    /** Returns the requested page, and names the next one in the response. @throws ReelscopeError `invalid_cursor` */
    page: (c: Context<AppEnv>, query: ListQuery, items: readonly Item[]): Item[] =>
      pageItems(items, shape, pageOf(c, query)),
  };
}
