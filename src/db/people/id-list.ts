import { sql } from 'kysely';

/** Row ids as one parameter, for `in`; any number of them. */
export function idList(ids: readonly number[]) {
  return sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}
