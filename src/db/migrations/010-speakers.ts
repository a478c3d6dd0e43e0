import type { Migration } from './migration.ts';

export const speakers: Migration = {
  id: 10,
  name: 'speakers',
  sql: `
-- Speakers of a transcript. A row outlives an analysis: db/corrections/speakers.ts gives the speakers of the next one the same labels.
CREATE TABLE speakers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  name TEXT,
  -- Label of the speaker that a user merged this one into.
  mergedInto TEXT,
  -- Known voice that the name was taken from.
  voiceId INTEGER REFERENCES voices (id) ON DELETE SET NULL,
  -- Mean embedding of the voice (floats), and the engine that computed it. Null for speakers that a user added.
  engine TEXT,
  embedding BLOB,
  -- JSON: [start, end] in seconds of its lines as found.
  turns TEXT,
  UNIQUE (videoId, label)
);
-- Voices that a user agreed to keep, by which later videos name their speakers.
CREATE TABLE voices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  engine TEXT NOT NULL,
  embedding BLOB NOT NULL,
  createdAt INTEGER NOT NULL,
  UNIQUE (userId, name, engine)
);
CREATE INDEX speakersByVoice ON speakers (voiceId);
-- Label of the speaker that a user assigned to a line.
ALTER TABLE corrections ADD COLUMN speaker TEXT;
-- Number of speakers, from the request; null to find it.
ALTER TABLE videos ADD COLUMN speakerCount INTEGER;
`,
};
