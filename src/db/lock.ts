import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { makeFolder } from './recovery/make-folder.ts';

/** Held until it is released or the process ends. */
export interface FolderLock {
  release(): void;
}

/**
 * Keeps held locks reachable: better-sqlite3 closes a connection that is garbage collected, and its lock would go with
 * it.
 */
const held = new Set<BetterSqlite3.Database>();

/** Details of the error for a folder that another process owns. */
const FOLDER_IN_USE = { reason: 'folder_in_use' } as const;

export function folderInUse(folder: string, cause: unknown): ReelscopeError {
  return new ReelscopeError('conflict', sentence('data-folder.in-use', { folder }), {
    cause,
    details: FOLDER_IN_USE,
  });
}

/**
 * Makes this process the only owner of a data folder. The lock is an open exclusive transaction on a tiny database:
 * SQLite's file locks work on every platform, and the operating system releases them when the process dies.
 * @throws ReelscopeError `conflict` if another process owns the folder
 */
export function acquireLock(folder: string): FolderLock {
  makeFolder(folder);
  const database = new BetterSqlite3(join(folder, 'owner.lock'), { timeout: 0 });
  try {
    // An in-memory rollback journal leaves no second file behind when the process is killed.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw folderInUse(folder, error);
    }
    throw error;
  }
  held.add(database);
  return {
    release() {
      if (!held.delete(database)) return;
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
