import BetterSqlite3 from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';

/** Versions of SQLite and of its vector extension, as the loaded libraries report them. */
export function sqliteVersions(): { sqlite: string; vectors: string } {
  const database = new BetterSqlite3(':memory:');
  try {
    database.loadExtension(getLoadablePath());
    const row = database.prepare('SELECT sqlite_version() AS sqlite, vec_version() AS vectors').get();
    return row as { sqlite: string; vectors: string };
  } finally {
    database.close();
  }
}
