import BetterSqlite3 from 'better-sqlite3';
import { systemClock } from '../../base/time.ts';
import type { RemovedRights } from '../../contract/system/backups.ts';
import { type AuditLogWriter, createAuditLog } from '../audit-log.ts';
import { openDatabase } from '../open.ts';
import { removeDangling } from './dangling-rows.ts';
import { removeRights } from './restored-rights.ts';

/**
 * Makes a sound library that another installation may have written one of this installation: of the current version,
 * without rights, and with an entry in each history that separates entries of the other installation from later ones.
 * @param localIssuer issuer of the user of this machine
 */
export function adoptLibrary(path: string, localIssuer: string): RemovedRights {
  rebuild(path);
  const db = openDatabase({ path });
  try {
    const audit = createAuditLog(db, systemClock, null);
    const histories = db.sql.selectFrom('auditEntries').select(['jobId', 'userId']).distinct();
    db.transaction(() => {
      for (const history of db.all(histories)) recordAdoption(audit, history);
    });
  } finally {
    db.close();
  }
  return removeRights(path, localIssuer);
}

/**
 * Writes all rows again: tables of a crafted file can share pages, which no check by table finds. Rows that refer to
 * missing ones are left out; they would belong to whatever gets that ID next, such as a comment to a later link.
 */
function rebuild(path: string): void {
  const database = new BetterSqlite3(path);
  try {
    database.pragma('foreign_keys = OFF');
    database.transaction(() => removeDangling(database))();
    database.exec('VACUUM');
  } finally {
    database.close();
  }
}

/** Nothing can follow the entries of some histories that aren't intact, and nothing relies on those. */
function recordAdoption(audit: AuditLogWriter, history: { jobId: string; userId: number }): void {
  try {
    audit.record(history, { action: 'adopted', by: 'system' });
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    if (audit.read(history.userId, history.jobId)?.problem == null) throw error;
  }
}
