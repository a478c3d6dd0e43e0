import type { Migration } from './migration.ts';

export const watchFolders: Migration = {
  id: 25,
  name: 'watch-folders',
  sql: `
CREATE TABLE watchFolders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  isEnabled INTEGER NOT NULL DEFAULT 1 CHECK (isEnabled IN (0, 1)),
  -- JSON of WatchRules in contract/library/watch-folders.ts.
  rules TEXT NOT NULL,
  projectId INTEGER REFERENCES projects (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (userId, path)
);
-- Files that a folder has handled, so that none is handled twice, whatever became of its video or its name.
CREATE TABLE watchedFiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  folderId INTEGER NOT NULL REFERENCES watchFolders (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  sizeBytes INTEGER NOT NULL,
  modifiedMs REAL NOT NULL,
  -- SHA-256; null for a file that was not read.
  contentHash TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('queued', 'known', 'ignored', 'failed')),
  jobId TEXT,
  -- JSON of a sentence.
  error TEXT,
  seenAt INTEGER NOT NULL,
  UNIQUE (folderId, path)
);
CREATE INDEX watchedFilesByHash ON watchedFiles (folderId, contentHash);
`,
};
