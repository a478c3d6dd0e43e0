import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type PageRequest, readSort } from '../base/page.ts';
import type { Db } from './open.ts';

/** Value that rows are sorted by. Not null, which compares with nothing: use `ifnull`. */
type SortValue = RawBuilder<string | number | null>;

/** Columns that the rows of a list are sorted and filtered by. */
export interface ListColumns<Field extends string = string> {
  fields: Readonly<Record<Field, SortValue>>;
  /** Unique number of a row, which decides between equal values. */
  id: RawBuilder<number>;
  /** Texts that the words of a filter are looked up in. */
  names: readonly RawBuilder<string | null>[];
  /** The list's own order. */
  own: Field | `-${Field}`;
}

/** Text of a column without case and accents; the function is defined in open.ts. */
export const folded = (column: string): RawBuilder<string> => sql<string>`fold(${sql.ref(column)})`;

/** Number of a column, which is null in some rows; these come first. */
export const orLeast = (column: string): RawBuilder<number> => sql<number>`ifnull(${sql.ref(column)}, -1)`;

/**
 * Runs the query of a list, sorted, for a page of its rows; without a request, for all of them in the list's own order.
 * SQLite reads from the position of the page on, and at most one row beyond it.
 * @param offset rows to skip, of a page with a limit
 */
export function pageRows<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: ListColumns,
  page?: PageRequest,
  offset = 0,
): Row[] {
  const { field, isDescending } = readSort(page?.sort ?? columns.own);
  const value = columns.fields[field]!;
  const direction = isDescending ? 'desc' : 'asc';
  const sorted = query.orderBy(value, direction).orderBy(columns.id, direction);
  if (!page) return db.all(sorted);
  let chosen = sorted;
  for (const word of page.words) {
    const matches = columns.names.map((name) => sql`instr(fold(${name}), ${word}) > 0`);
    chosen = chosen.where(sql<boolean>`(${sql.join(matches, sql` OR `)})`);
  }
  if (page.after) {
    const sign = sql.raw(isDescending ? '<' : '>');
    chosen = chosen.where(sql<boolean>`(${value}, ${columns.id}) ${sign} (${page.after[0]}, ${page.after[1]})`);
  }
  if (page.limit === Number.POSITIVE_INFINITY) return db.all(chosen);
  const positioned = chosen
    .select([value.as('pageValue'), columns.id.as('pageId')])
    .limit(page.limit + 1)
    .offset(offset);
  const rows = db.all(positioned) as (Row & { pageValue: string | number | null; pageId: number })[];
  if (rows.length > page.limit) {
    rows.pop();
    const last = rows.at(-1)!;
    page.onMore([last.pageValue, last.pageId]);
  }
  return rows.map(({ pageValue: _, pageId: __, ...row }) => row as unknown as Row);
}
