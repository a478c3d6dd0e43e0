import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFileSync } from '../../files/remove.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';

/** First bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
const MAGIC = 'SQLite format 3\0';

/** Makes a database file complete in itself (no write-ahead log beside it) and durable. */
export function seal(path: string): void {
  const database = new BetterSqlite3(path);
  database.pragma('journal_mode = DELETE');
  database.close();
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/**
 * Removes people from a copy of a library, which would outlive their deletion; their bytes are overwritten. A library
 * of an earlier version has none.
 */
export function stripPeople(path: string): void {
  const database = new BetterSqlite3(path);
  try {
    const query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'peopleProjects'";
    if (database.prepare(query).pluck().get() === 0) return;
    database.pragma('secure_delete = ON');
    database.pragma('foreign_keys = ON');
    database.exec('DELETE FROM peopleProjects');
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** Whether a file is a library that this version can open; `reason` for people who look into a damaged one. */
export type Soundness = { state: 'sound' | 'foreign' | 'newer' } | { state: 'damaged'; reason: string };

/** The thread's file: in builds, it lies beside the others. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './check-thread.ts' : './check-thread.js', import.meta.url);

/**
 * Checks that a file is a complete, undamaged library that this version can open, with the tables, indexes, and
 * triggers of a new library of its version and no others. Doesn't change it. Runs on a thread of its own, since a large
 * table takes seconds.
 * @param shown path that errors name
 * @throws ReelscopeError `invalid_request` (not a library), `library_damaged`, `conflict` (newer version)
 */
export async function requireSoundLibrary(path: string, shown = path): Promise<void> {
  const thread = new Worker(THREAD, { workerData: path });
  const [found] = (await once(thread, 'message')) as [Soundness];
  if (found.state === 'foreign')
    throw new ReelscopeError('invalid_request', sentence('backup.foreign', { path: shown }));
  if (found.state === 'newer') throw new ReelscopeError('conflict', sentence('backup.newer', { path: shown }));
  if (found.state === 'damaged')
    throw new ReelscopeError('library_damaged', sentence('backup.damaged', { path: shown }), { cause: found.reason });
}

/** Checks a library for {@link requireSoundLibrary}, synchronously. */
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
      problemsOf((sql) => database.prepare(sql).pluck().all() as string[], name, 'quick_check'),
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

/** Everything that a database consists of, by type and name: tables, indexes, triggers, and views. */
function schemaOf(database: BetterSqlite3.Database): Map<string, SchemaEntry> {
  const entries = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master').all() as SchemaEntry[];
  return new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
}

/** Schema of a new library after these migrations. */
function schemaAfter(applied: readonly AppliedStep[]): Map<string, SchemaEntry> {
  const database = new BetterSqlite3(':memory:');
  try {
    const ids = new Set(applied.map(({ id }) => id));
    const steps = MIGRATIONS.filter(({ id }) => ids.has(id));
    migrate(database, steps);
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

/**
 * Returns the findings of SQLite's quick check, table by table; empty if the database is sound.
 * @param full whether to compare indexes with their tables as well, which takes longer
 */
export async function integrityProblems(
  run: (sql: string) => string[],
  tables: readonly string[],
  full = false,
): Promise<string[]> {
  const problems: string[] = [];
  for (const table of tables) {
    problems.push(...problemsOf(run, table, full ? 'integrity_check' : 'quick_check'));
    await setImmediate();
  }
  return problems;
}

/** The shadow tables of virtual tables are checked themselves. */
function problemsOf(run: (sql: string) => string[], table: string, check: 'integrity_check' | 'quick_check'): string[] {
  return run(`PRAGMA ${check}("${table.replaceAll('"', '""')}")`).filter((line) => line !== 'ok');
}

/** Writes a copy of a database before its migration. A partial copy is deleted. */
export function copyBeforeMigration(database: BetterSqlite3.Database, target: string): void {
  removeFileSync(target);
  try {
    database.prepare('VACUUM INTO ?').run(target);
    stripPeople(target);
    seal(target);
  } catch (error) {
    removeFileSync(target);
    throw error;
  }
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
