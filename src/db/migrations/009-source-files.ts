import type { Migration } from './migration.ts';

export const sourceFiles: Migration = {
  id: 9,
  name: 'source-files',
  sql: `
-- What is known of a source file: the library's findings belong to these bytes.
CREATE TABLE sourceFiles (
  id          INTEGER PRIMARY KEY,
  userId      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  storagePath TEXT    NOT NULL,
  -- Absolute path of a file that is referenced in place; null: a file of the store.
  location    TEXT,
  sizeBytes   INTEGER NOT NULL,
  modifiedMs  REAL    NOT NULL,
  changedMs   REAL    NOT NULL,
  -- SHA-256 of size, head, and tail.
  edgesHash   TEXT    NOT NULL,
  -- SHA-256 of the whole file; null until it is computed.
  contentHash TEXT,
  UNIQUE (userId, storagePath)
);
`,
};
