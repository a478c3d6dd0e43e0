import BetterSqlite3 from 'better-sqlite3';
import type { RemovedRights } from '../../contract/system/backups.ts';
import { FOREIGN_BACKUP, importedEngine } from '../../core/evidence/imported-engine.ts';
import { removeForeignData } from './foreign-data.ts';

/**
 * Removes from a library of the current version whatever would let somebody in, send anything out, or read a file of
 * this machine, and marks its findings as those of a bundle are: for a copy of a library that another installation may
 * have written.
 * @param localIssuer issuer of the user of this machine, who alone stays an administrator
 * @returns numbers of removed rows, by kind
 */
export function removeRights(path: string, localIssuer: string): RemovedRights {
  return changeCopy(path, (database) => {
    const count = (sql: string): number => database.prepare(sql).run().changes;
    database
      .prepare('UPDATE profiles SET isAdmin = userId IN (SELECT id FROM users WHERE issuer = ?)')
      .run(localIssuer);
    database.exec('DELETE FROM idempotentRequests; DELETE FROM webhookEvents; DELETE FROM watchedFiles;');
    const removed = {
      keys: count('DELETE FROM apiKeys'),
      // Before their links.
      comments: count('DELETE FROM comments'),
      links: count('DELETE FROM sharedReports'),
      webhooks: count('DELETE FROM webhooks'),
      watch_folders: count('DELETE FROM watchFolders'),
      // All of them: among them are sharing, agents, model servers, and the issuer of other users' tokens.
      settings: count('DELETE FROM settings'),
      locations: count('UPDATE sourceFiles SET location = NULL, isCopying = 0 WHERE location IS NOT NULL'),
      // Compressed, so of any size.
      earlier_analyses: count('DELETE FROM analyses'),
    };
    database.exec('DELETE FROM revokedCredentials');
    const mark = importedEngine(null, FOREIGN_BACKUP);
    database.prepare("UPDATE segments SET engine = ? || coalesce(engine, '')").run(mark);
    database.prepare('UPDATE moduleRuns SET engine = ? || engine WHERE engine IS NOT NULL').run(mark);
    removeForeignData(database);
    return removed;
  });
}

/**
 * Revokes keys and links of a restored library that were revoked in the library that it replaces, and remembers them.
 * Revokes all of them if that can't be read.
 * @param current the library before, or a copy; both of the current version
 */
export function carryRevocations(current: string, restored: string): void {
  const hashes = revokedHashes(current);
  changeCopy(restored, (database) => {
    if (hashes === undefined) {
      database.exec('UPDATE apiKeys SET isActive = 0; UPDATE sharedReports SET isActive = 0; DELETE FROM comments;');
      return;
    }
    const insert = database.prepare('INSERT OR IGNORE INTO revokedCredentials VALUES (?)');
    for (const hash of hashes) insert.run(hash);
    database.exec(`
      DELETE FROM apiKeys WHERE isActive = 1 AND hash IN (SELECT hash FROM revokedCredentials);
      UPDATE sharedReports SET isActive = 0 WHERE shareHash IN (SELECT hash FROM revokedCredentials);
      DELETE FROM comments WHERE linkId IN (SELECT id FROM sharedReports WHERE isActive = 0);
    `);
  });
}

/** Undefined if the library is missing, damaged, or of a version that did not record revocations. */
function revokedHashes(path: string): string[] | undefined {
  let database: BetterSqlite3.Database | undefined;
  try {
    database = new BetterSqlite3(path, { fileMustExist: true });
    return database.prepare('SELECT hash FROM revokedCredentials').pluck().all() as string[];
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError) return undefined;
    throw error;
  } finally {
    database?.close();
  }
}

/** Changes a copy of a library in one transaction, without a journal beside it afterwards. */
function changeCopy<Result>(path: string, work: (database: BetterSqlite3.Database) => Result): Result {
  const database = new BetterSqlite3(path);
  try {
    database.pragma('journal_mode = DELETE');
    database.pragma('secure_delete = ON');
    database.pragma('foreign_keys = ON');
    return database.transaction(() => work(database))();
  } finally {
    database.close();
  }
}
