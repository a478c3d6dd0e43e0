import BetterSqlite3 from 'better-sqlite3';

/** Settings key of the time of the last restore, in epoch milliseconds. */
export const RESTORED_AT = 'library.restored_at';

/**
 * Notes in a copy of a library when it is restored: files of videos that were added after the copy was made belong to
 * the library that it replaces, which is set aside.
 */
export function markRestored(path: string, atMs: number): void {
  const database = new BetterSqlite3(path);
  try {
    database.pragma('journal_mode = DELETE');
    database
      .prepare('INSERT OR REPLACE INTO settings (key, value, updatedAt) VALUES (?, ?, ?)')
      .run(RESTORED_AT, JSON.stringify(atMs), atMs);
  } finally {
    database.close();
  }
}
