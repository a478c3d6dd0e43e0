import type { Migration } from './migration.ts';

/** New hits of saved searches. */
export const savedSearchHits: Migration = {
  id: 33,
  name: 'saved-search-hits',
  sql: `
ALTER TABLE savedSearches ADD COLUMN notify INTEGER NOT NULL DEFAULT 0;
ALTER TABLE savedSearches ADD COLUMN seenAt INTEGER;
-- Hits that the user has not seen. An analysis that replaces a segment is followed by one that finds it again, so its id may dangle.
CREATE TABLE savedSearchHits (
  searchId INTEGER NOT NULL REFERENCES savedSearches (id) ON DELETE CASCADE,
  segmentId INTEGER NOT NULL,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  module TEXT NOT NULL,
  startTime REAL NOT NULL,
  match TEXT NOT NULL,
  similarity REAL NOT NULL,
  PRIMARY KEY (searchId, segmentId)
) WITHOUT ROWID;
CREATE INDEX savedSearchHitsByVideo ON savedSearchHits (videoId, searchId);
-- The newest segment of each video that saved searches have looked at, and the run (jobs.queuedAt) that they have yet to look at.
CREATE TABLE savedSearchVideos (
  videoId INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  lastSegmentId INTEGER NOT NULL,
  pendingRun INTEGER
);
INSERT INTO savedSearchVideos SELECT videoId, max(id), NULL FROM segments GROUP BY videoId;
`,
};
