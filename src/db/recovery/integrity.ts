import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/** Runs a statement and returns its first column. */
type Run = (sql: string) => unknown[];

/** Tables of embeddings by their column. They are most of a library, and SQLite would check all of a table at once. */
const EMBEDDINGS: ReadonlyMap<string, string> = new Map([
  ['vectors', 'embedding'],
  ['visualDescriptors', 'descriptor'],
  ['frameVectors', 'embedding'],
]);

/** Rows read at a time: 3 MB of embeddings. */
const SLICE_ROWS = 1000;

/**
 * Returns the findings of SQLite's quick check, table by table; empty if the database is sound. Embeddings are read in
 * slices instead, which finds damaged pages, since one check of them takes seconds in a large library.
 * @param full whether to compare indexes with their tables as well, which takes longer; not those of embeddings
 */
export async function integrityProblems(run: Run, tables: readonly string[], full = false): Promise<string[]> {
  const problems: string[] = [];
  for (const table of tables) {
    const column = EMBEDDINGS.get(table);
    try {
      if (column !== undefined) await readThrough(run, table, column);
      else problems.push(...problemsOf(run, table, full ? 'integrity_check' : 'quick_check'));
    } catch (error) {
      if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
      problems.push(`${table}: ${error.message}`);
    }
    await setImmediate();
  }
  return problems;
}

/** Findings of a check of SQLite in one table. The shadow tables of virtual tables are checked themselves. */
export function problemsOf(run: Run, table: string, check: 'integrity_check' | 'quick_check'): string[] {
  const lines = run(`PRAGMA ${check}("${table.replaceAll('"', '""')}")`) as string[];
  return lines.filter((line) => line !== 'ok');
}

async function readThrough(run: Run, table: string, column: string): Promise<void> {
  for (let last: unknown = 0; typeof last === 'number'; ) {
    const slice = `SELECT id, length(${column}) AS size FROM ${table} WHERE id > ${last} ORDER BY id LIMIT ${SLICE_ROWS}`;
    [last] = run(`SELECT max(id) FROM (${slice}) WHERE size > 0`);
    await setImmediate();
  }
}
