import type { Migration } from './migration.ts';

export const referenceLogos: Migration = {
  id: 3,
  name: 'reference-logos',
  sql: `
-- Pictures of a user's own logos, as PNG of at most 512 pixels a side: small enough to live beside their names.
CREATE TABLE referenceLogos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  logoId TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  picture BLOB NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
);
CREATE INDEX referenceLogosByUser ON referenceLogos (userId, name);
-- Where a run looks: the file, or the stills that are kept of it.
ALTER TABLE jobs ADD COLUMN source TEXT NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'stills'));
-- The video had results before this run, and they stay whatever becomes of it.
ALTER TABLE jobs ADD COLUMN keepsResults INTEGER NOT NULL DEFAULT 0 CHECK (keepsResults IN (0, 1));
`,
};
