import type { Migration } from './migration.ts';

/** Descriptors of pictures, for finding pictures like another. */
export const visualDescriptors: Migration = {
  id: 31,
  name: 'visual-descriptors',
  sql: `
-- Videos with descriptors, by one engine each; packed as vectorCodes.
CREATE TABLE visualIndexes (
  videoId INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('frames', 'stills')),
  descriptorIds BLOB NOT NULL,
  codes BLOB NOT NULL
);
CREATE TABLE visualDescriptors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL REFERENCES visualIndexes (videoId) ON DELETE CASCADE,
  timeMs INTEGER NOT NULL,
  descriptor BLOB NOT NULL,
  UNIQUE (videoId, timeMs)
);
`,
};
