import type { Migration } from './migration.ts';

/**
 * Hashes of keys and links that were revoked, by whatever deleted or deactivated them: a restored backup, which has
 * them still, must not bring them back.
 */
export const revokedCredentials: Migration = {
  id: 43,
  name: 'revoked-credentials',
  sql: `
CREATE TABLE revokedCredentials (
  -- apiKeys.hash or sharedReports.shareHash.
  hash TEXT PRIMARY KEY
) WITHOUT ROWID;

INSERT OR IGNORE INTO revokedCredentials SELECT hash FROM apiKeys WHERE isActive = 0;
INSERT OR IGNORE INTO revokedCredentials SELECT shareHash FROM sharedReports WHERE isActive = 0;

CREATE TRIGGER keysDeleted AFTER DELETE ON apiKeys BEGIN
  INSERT OR IGNORE INTO revokedCredentials VALUES (OLD.hash);
END;
CREATE TRIGGER keysDeactivated AFTER UPDATE OF isActive ON apiKeys WHEN NEW.isActive = 0 BEGIN
  INSERT OR IGNORE INTO revokedCredentials VALUES (NEW.hash);
END;
CREATE TRIGGER keysActivated AFTER UPDATE OF isActive ON apiKeys WHEN NEW.isActive = 1 BEGIN
  DELETE FROM revokedCredentials WHERE hash = NEW.hash;
END;
CREATE TRIGGER linksDeleted AFTER DELETE ON sharedReports BEGIN
  INSERT OR IGNORE INTO revokedCredentials VALUES (OLD.shareHash);
END;
CREATE TRIGGER linksRevoked AFTER UPDATE OF isActive ON sharedReports WHEN NEW.isActive = 0 BEGIN
  INSERT OR IGNORE INTO revokedCredentials VALUES (NEW.shareHash);
END;
`,
};
