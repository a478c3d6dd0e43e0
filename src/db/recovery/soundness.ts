import { closeSync, openSync, readSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { MIGRATIONS } from '../migrations/index.ts';
import { MIGRATIONS_TABLE, type Migration } from '../migrations/migration.ts';
import { problemsOf } from './integrity.ts';

// Runs in a thread that is started for each check, so it imports little.

/** First bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
const MAGIC = 'SQLite format 3\0';

/** Whether a file is a library that this version can open; `reason` for people who look into a damaged one. */
export type Soundness = { state: 'sound' | 'foreign' | 'newer' } | { state: 'damaged'; reason: string };

/**
 * Checks that a file is a complete, undamaged library that this version can open, with the tables, indexes, and
 * triggers of a new library of its version and no others. Doesn't change it.
 */
export function soundnessOf(path: string): Soundness {
  if (!isSqlite(path)) return { state: 'foreign' };
  // Read-only, so no journal is replayed into the file.
  const database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
  try {
    // Views and triggers of a crafted file are not even compiled.
    database.pragma('trusted_schema = OFF');
    const schema = schemaOf(database);
    if (!schema.has('table migrations')) return { state: 'foreign' };
    const applied = database.prepare('SELECT id, name FROM migrations ORDER BY id').all() as AppliedStep[];
    const isKnown = ({ id, name }: AppliedStep) => MIGRATIONS.some((step) => step.id === id && step.name === name);
    if (!applied.every(isKnown)) return { state: 'newer' };
    if (!isSameSchema(schema, schemaAfter(applied))) return { state: 'foreign' };
    const names = [...schema.values()].filter(isOrdinaryTable).map(({ name }) => name);
    const [reason] = names.flatMap((name) =>
      problemsOf((sql) => database.prepare(sql).pluck().all(), name, 'quick_check'),
    );
    return reason === undefined ? { state: 'sound' } : { state: 'damaged', reason };
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError) return { state: 'damaged', reason: error.message };
    throw error;
  } finally {
    database.close();
  }
}

type AppliedStep = Pick<Migration, 'id' | 'name'>;

interface SchemaEntry {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/**
 * Everything that a database consists of, by type and name: tables, indexes, triggers, and views. A crafted one can
 * have several of a name, of which none is left out.
 */
function schemaOf(database: BetterSqlite3.Database): Map<string, SchemaEntry> {
  const entries = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master').all() as SchemaEntry[];
  const schema = new Map<string, SchemaEntry>();
  for (const entry of entries) {
    const key = `${entry.type} ${entry.name}`;
    schema.set(schema.has(key) ? `${key} ${schema.size}` : key, entry);
  }
  return schema;
}

/** Schema of a new library after these migrations. */
function schemaAfter(applied: readonly AppliedStep[]): Map<string, SchemaEntry> {
  const database = new BetterSqlite3(':memory:');
  try {
    const ids = new Set(applied.map(({ id }) => id));
    database.exec(MIGRATIONS_TABLE);
    for (const { id, sql } of MIGRATIONS) if (ids.has(id)) database.exec(sql);
    return schemaOf(database);
  } finally {
    database.close();
  }
}

function isSameSchema(found: Map<string, SchemaEntry>, own: Map<string, SchemaEntry>): boolean {
  const isSame = ([key, { tbl_name, sql }]: [string, SchemaEntry]) =>
    found.get(key)?.tbl_name === tbl_name && found.get(key)?.sql === sql;
  return found.size === own.size && [...own].every(isSame);
}

/** The shadow tables of virtual tables are checked themselves. */
function isOrdinaryTable({ type, sql }: SchemaEntry): boolean {
  return type === 'table' && !sql?.startsWith('CREATE VIRTUAL');
}

function isSqlite(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MAGIC.length);
    readSync(file, head, 0, head.length, 0);
    return head.toString('latin1') === MAGIC;
  } finally {
    closeSync(file);
  }
}
