import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';
import { removeFileSync } from '../files/remove.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** First bytes of every SQLite database (sqlite.org/fileformat.html, section 1.3). */
const MAGIC = 'SQLite format 3\0';

/** A table of the first migration, which distinguishes a library from other SQLite databases. */
const OWN_TABLE = 'videos';

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
 * Removes people from a copy of a library, which would outlive their deletion; their bytes are overwritten. A library of an
 * earlier version has none.
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

/**
 * Checks that a file is a complete, undamaged library that this version can open; yields to the event loop between
 * tables. Doesn't change it.
 * @throws ReelscopeError `invalid_request` (not a library), `library_damaged`, `conflict` (newer version)
 */
export async function requireSoundLibrary(path: string): Promise<void> {
  if (!isSqlite(path)) throw notALibrary(path);
  // Read-only, so no journal is replayed into the file.
  const database = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
  try {
    const names = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .pluck()
      .all() as string[];
    if (!names.includes(OWN_TABLE) || !names.includes('migrations')) throw notALibrary(path);
    const known = new Map(MIGRATIONS.map(({ id, name }) => [id, name]));
    const applied = database.prepare('SELECT id, name FROM migrations').all() as { id: number; name: string }[];
    const unknown = applied.find(({ id, name }) => known.get(id) !== name);
    if (unknown) throw new ReelscopeError('conflict', sentence('backup.newer', { path }));
    const problems = await integrityProblems((sql) => database.prepare(sql).pluck().all() as string[], names);
    if (problems.length > 0) throw damaged(path, problems[0]);
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError) throw damaged(path, error);
    throw error;
  } finally {
    database.close();
  }
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
    // The shadow tables of virtual tables are checked themselves.
    const check = full ? 'integrity_check' : 'quick_check';
    problems.push(...run(`PRAGMA ${check}("${table.replaceAll('"', '""')}")`).filter((line) => line !== 'ok'));
    await setImmediate();
  }
  return problems;
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

function notALibrary(path: string): ReelscopeError {
  return new ReelscopeError('invalid_request', sentence('backup.foreign', { path }));
}

function damaged(path: string, cause: unknown): ReelscopeError {
  return new ReelscopeError('library_damaged', sentence('backup.damaged', { path }), { cause });
}
