import type { Migration } from './migration.ts';

export const stories: Migration = {
  id: 20,
  name: 'stories',
  sql: `
-- Ordered boards of moments from any videos.
CREATE TABLE stories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  projectId INTEGER REFERENCES projects (id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  -- Markdown, or empty.
  description TEXT NOT NULL DEFAULT '',
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  -- In the trash since then.
  deletedAt INTEGER
);
CREATE INDEX storiesByUser ON stories (userId, updatedAt);
CREATE INDEX storiesByProject ON stories (projectId);
CREATE INDEX storiesInTrash ON stories (deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TABLE storyItems (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  storyId INTEGER NOT NULL REFERENCES stories (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('moment', 'heading', 'note')),
  momentId INTEGER REFERENCES moments (id) ON DELETE CASCADE,
  -- Of a heading, or of a note in Markdown; empty for a moment, which has a note of its own.
  text TEXT NOT NULL DEFAULT '',
  CHECK ((kind = 'moment') = (momentId IS NOT NULL))
);
CREATE INDEX storyItemsByStory ON storyItems (storyId, position);
CREATE INDEX storyItemsByMoment ON storyItems (momentId);
-- A link shares a video or a story.
CREATE TABLE sharedReports20 (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  videoId INTEGER REFERENCES videos (id) ON DELETE CASCADE,
  storyId INTEGER REFERENCES stories (id) ON DELETE CASCADE,
  shareHash TEXT NOT NULL UNIQUE,
  sealedToken BLOB,
  -- Salted hash of server/sharing/passwords.ts; null without a password.
  passwordHash TEXT,
  -- JSON array of SharePart in contract/sharing/shared-reports.ts; null for a video, of which everything is shared.
  parts TEXT,
  expiresAt INTEGER,
  isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
  createdAt INTEGER NOT NULL,
  includesRecording INTEGER NOT NULL DEFAULT 0 CHECK (includesRecording IN (0, 1)),
  CHECK ((videoId IS NULL) <> (storyId IS NULL))
);
INSERT INTO sharedReports20 (id, userId, videoId, shareHash, sealedToken, expiresAt, isActive, createdAt, includesRecording)
  SELECT id, userId, videoId, shareHash, sealedToken, expiresAt, isActive, createdAt, includesRecording FROM sharedReports;
-- Ids of deleted links are not given again.
DELETE FROM sqlite_sequence WHERE name = 'sharedReports20';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sharedReports20', seq FROM sqlite_sequence WHERE name = 'sharedReports';
DROP TABLE sharedReports;
ALTER TABLE sharedReports20 RENAME TO sharedReports;
CREATE INDEX sharedReportsByVideo ON sharedReports (videoId);
CREATE INDEX sharedReportsByStory ON sharedReports (storyId);
CREATE INDEX sharedReportsByUser ON sharedReports (userId);
`,
};
