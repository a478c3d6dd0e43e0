import type { Migration } from './migration.ts';

/** Footage that two videos share. */
export const appearances: Migration = {
  id: 34,
  name: 'appearances',
  sql: `
-- Whether a video has been compared with those that were compared before; reset with its descriptors.
ALTER TABLE visualIndexes ADD COLUMN isCompared INTEGER NOT NULL DEFAULT 0 CHECK (isCompared IN (0, 1));
CREATE INDEX visualIndexesToCompare ON visualIndexes (videoId) WHERE isCompared = 0;
-- One row per passage of a pair; either video may be the first.
CREATE TABLE appearances (
  id INTEGER PRIMARY KEY,
  videoId INTEGER NOT NULL REFERENCES visualIndexes (videoId) ON DELETE CASCADE,
  otherVideoId INTEGER NOT NULL REFERENCES visualIndexes (videoId) ON DELETE CASCADE,
  startMs INTEGER NOT NULL,
  endMs INTEGER NOT NULL,
  -- Added to a time of the first video, it is the time in the other one.
  offsetMs INTEGER NOT NULL,
  similarity REAL NOT NULL,
  CHECK (videoId <> otherVideoId AND startMs < endMs)
);
CREATE INDEX appearancesOfVideo ON appearances (videoId);
CREATE INDEX appearancesOfOther ON appearances (otherVideoId);
`,
};
