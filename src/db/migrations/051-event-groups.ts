import type { Migration } from './migration.ts';

/** Recordings of one event on one clock. */
export const eventGroups: Migration = {
  id: 51,
  name: 'event-groups',
  sql: `
CREATE TABLE eventGroups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('syncing', 'ready', 'failed')),
  -- JSON of LocalizedText in contract/message.ts; null unless failed.
  error TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX eventGroupsByUser ON eventGroups (userId, updatedAt);
CREATE TABLE eventRecordings (
  eventId INTEGER NOT NULL REFERENCES eventGroups (id) ON DELETE CASCADE,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  -- Start in milliseconds, from a zero that all recordings of the event share; null for one that is not placed.
  offsetMs REAL,
  driftPpm REAL NOT NULL DEFAULT 0,
  -- 0 to 1; null for an offset set by hand.
  confidence REAL,
  -- Why it is left out: no_sound, no_match, or by_hand; null if it is not, or not known yet.
  leftOut TEXT,
  -- Start by timecode or capture time in milliseconds, from a zero that all recordings of the event share.
  statedMs REAL,
  PRIMARY KEY (eventId, videoId)
) WITHOUT ROWID;
CREATE INDEX eventRecordingsByVideo ON eventRecordings (videoId);
`,
};
