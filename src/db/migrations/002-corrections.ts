import type { Migration } from './migration.ts';

export const corrections: Migration = {
  id: 2,
  name: 'corrections',
  sql: `
-- What people changed about findings. A row outlives the segment it was made on: the next analysis finds the same thing
-- anew, and db/corrections/corrections.ts puts it right again. segmentId is the segment that carries it now, if one does.
CREATE TABLE corrections (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  module TEXT NOT NULL,
  segmentId INTEGER UNIQUE REFERENCES segments (id) ON DELETE SET NULL,
  startTime REAL NOT NULL,
  endTime REAL NOT NULL,
  foundContent TEXT NOT NULL,
  foundData TEXT,
  isRemoved INTEGER NOT NULL DEFAULT 0 CHECK (isRemoved IN (0, 1)),
  content TEXT,
  label TEXT,
  model TEXT,
  embedding BLOB,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX correctionsByVideo ON corrections (videoId, module);
`,
};
