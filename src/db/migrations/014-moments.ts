import type { Migration } from './migration.ts';

export const moments: Migration = {
  id: 14,
  name: 'moments',
  sql: `
-- Times of videos that a user marked.
CREATE TABLE moments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  startTime REAL NOT NULL,
  -- Null for a single instant.
  endTime REAL CHECK (endTime > startTime),
  title TEXT NOT NULL,
  -- Markdown, or empty.
  note TEXT NOT NULL DEFAULT '',
  -- JSON of MomentOrigin in contract/search/moments.ts.
  origin TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  -- In the trash since then.
  deletedAt INTEGER
);
CREATE INDEX momentsByVideo ON moments (videoId, startTime);
CREATE INDEX momentsByUser ON moments (userId, id);
CREATE INDEX momentsInTrash ON moments (deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The name, folded: two tags of a user differ by more than case and accents' encoding.
  nameKey TEXT NOT NULL,
  color TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  UNIQUE (userId, nameKey)
);
CREATE TABLE momentTags (
  momentId INTEGER NOT NULL REFERENCES moments (id) ON DELETE CASCADE,
  tagId INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  PRIMARY KEY (momentId, tagId)
) WITHOUT ROWID;
CREATE INDEX momentTagsByTag ON momentTags (tagId);
-- Terms of db/text-index/terms.ts of title, note, and tag names; scope is §u<user>. As segmentsFts, but for moments.
CREATE VIRTUAL TABLE momentsFts USING fts5 (
  scope, content, content='', contentless_delete=1, tokenize='ascii'
);
-- Rows also go with their video or user, which no code sees.
CREATE TRIGGER momentDeleted AFTER DELETE ON moments BEGIN
  DELETE FROM momentsFts WHERE rowid = old.id;
END;
-- Videos in the trash.
ALTER TABLE videos ADD COLUMN deletedAt INTEGER;
CREATE INDEX videosInTrash ON videos (deletedAt) WHERE deletedAt IS NOT NULL;
-- 1: a user added the finding, no analysis found it.
ALTER TABLE corrections ADD COLUMN isAdded INTEGER NOT NULL DEFAULT 0 CHECK (isAdded IN (0, 1));
-- Times that a user gave the finding, in seconds; null as found.
ALTER TABLE corrections ADD COLUMN editedStart REAL;
ALTER TABLE corrections ADD COLUMN editedEnd REAL;
`,
};
