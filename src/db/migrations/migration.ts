/** One step of the database's history. Frozen once released: change the schema by adding the next one. */
export interface Migration {
  /** Position in the history, from 1, without gaps. */
  readonly id: number;
  readonly name: string;
  /** Statements, run in one transaction. */
  readonly sql: string;
}

/** Statement for the table of the migrations that a database has. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, appliedAt INTEGER NOT NULL)';
