import type { Migration } from './migration.ts';

export const auditLog: Migration = {
  id: 15,
  name: 'audit-log',
  sql: `
-- What happened to a video, in order. Entries outlive the video, so nothing references them. See db/audit-log.ts for the hashes.
CREATE TABLE auditEntries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  jobId TEXT NOT NULL,
  userId INTEGER NOT NULL,
  -- Position in the history of the video, from 1.
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  -- JSON of contract/sharing/audit.ts AuditActor.
  actor TEXT NOT NULL,
  -- JSON object.
  details TEXT NOT NULL,
  -- Version of the application.
  software TEXT,
  previousHash TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (jobId, number)
);
-- Last entry of each history: without it, missing last entries would go unnoticed.
CREATE TABLE auditHeads (
  jobId TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  hash TEXT NOT NULL
) WITHOUT ROWID;
CREATE TRIGGER auditEntriesStay BEFORE DELETE ON auditEntries
  BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never deleted'); END;
CREATE TRIGGER auditEntriesUnchanged BEFORE UPDATE ON auditEntries
  BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END;
-- REPLACE would delete a row without the trigger above.
CREATE TRIGGER auditEntriesUnique BEFORE INSERT ON auditEntries
  WHEN EXISTS (SELECT 1 FROM auditEntries WHERE id = NEW.id OR (jobId = NEW.jobId AND number = NEW.number))
  BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END;
CREATE TRIGGER auditHeadsStay BEFORE DELETE ON auditHeads
  BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
CREATE TRIGGER auditHeadsAdvance BEFORE UPDATE ON auditHeads WHEN NEW.jobId <> OLD.jobId OR NEW.number <> OLD.number + 1
  BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
`,
};
