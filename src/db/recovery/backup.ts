import { once } from 'node:events';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { ReelscopeError } from '../../contract/errors.ts';
import type { RemovedRights } from '../../contract/system/backups.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFileSync } from '../../files/remove.ts';
import type { Soundness } from './soundness.ts';

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

/** The thread's file: in builds, it lies beside the others. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './check-thread.ts' : './check-thread.js', import.meta.url);

/** Task of the thread: to check a library, and to adopt it if the issuer of the user of this machine is given. */
export interface LibraryCheck {
  path: string;
  localIssuer?: string;
}

/** Answer of the thread. */
export interface CheckedLibrary {
  soundness: Soundness;
  removed?: RemovedRights;
}

/**
 * Checks that a file is a complete, undamaged library that this version can open, with the tables, indexes, and
 * triggers of a new library of its version and no others. Doesn't change it. Runs on a thread of its own, since a large
 * table takes seconds.
 * @param shown path that errors name
 * @throws ReelscopeError `invalid_request` (not a library), `library_damaged`, `conflict` (newer version)
 */
export async function requireSoundLibrary(path: string, shown = path): Promise<void> {
  await checkOnThread({ path }, shown);
}

/**
 * Checks a library that another installation may have written, and makes it one of this installation, without rights
 * (`adopt-library.ts`). On the same thread.
 * @throws ReelscopeError like {@link requireSoundLibrary}
 */
export async function adoptSoundLibrary(path: string, shown: string, localIssuer: string): Promise<RemovedRights> {
  return (await checkOnThread({ path, localIssuer }, shown)).removed!;
}

async function checkOnThread(check: LibraryCheck, shown: string): Promise<CheckedLibrary> {
  const thread = new Worker(THREAD, { workerData: check });
  const [checked] = (await once(thread, 'message')) as [CheckedLibrary];
  const { soundness } = checked;
  if (soundness.state === 'foreign')
    throw new ReelscopeError('invalid_request', sentence('backup.foreign', { path: shown }));
  if (soundness.state === 'newer') throw new ReelscopeError('conflict', sentence('backup.newer', { path: shown }));
  if (soundness.state === 'damaged')
    throw new ReelscopeError('library_damaged', sentence('backup.damaged', { path: shown }), {
      cause: soundness.reason,
    });
  return checked;
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
