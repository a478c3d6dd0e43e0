import type { Migration } from './migration.ts';

/** Embeddings of frames by text-image models, for finding frames by words. */
export const frameVectors: Migration = {
  id: 35,
  name: 'frame-vectors',
  sql: `
-- Videos whose frames are embedded, by engine; packed as vectorCodes.
CREATE TABLE frameIndexes (
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  vectorIds BLOB NOT NULL,
  codes BLOB NOT NULL,
  PRIMARY KEY (videoId, engine)
) WITHOUT ROWID;
CREATE TABLE frameVectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL,
  engine TEXT NOT NULL,
  timeMs INTEGER NOT NULL,
  embedding BLOB NOT NULL,
  UNIQUE (videoId, engine, timeMs),
  FOREIGN KEY (videoId, engine) REFERENCES frameIndexes (videoId, engine) ON DELETE CASCADE
);
-- Embeddings of the reference texts, as vectorBackgrounds.
CREATE TABLE frameBackgrounds (
  engine TEXT PRIMARY KEY,
  dimension INTEGER NOT NULL,
  texts TEXT NOT NULL,
  embeddings BLOB NOT NULL
);
`,
};
