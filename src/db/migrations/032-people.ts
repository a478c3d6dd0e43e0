import type { Migration } from './migration.ts';

/**
 * People of projects whose user turned this on. All of it in tables of its own, which backups and bundles leave out.
 */
export const people: Migration = {
  id: 32,
  name: 'people',
  sql: `
-- Projects in which people may be found. Deleting a row deletes everything that is stored about them.
CREATE TABLE peopleProjects (
  projectId INTEGER PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
  enabledAt INTEGER NOT NULL,
  lastNumber INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId INTEGER NOT NULL REFERENCES peopleProjects (projectId) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT,
  -- Chosen by a user; null for the best one.
  coverTrackId INTEGER REFERENCES faceTracks (id) ON DELETE SET NULL,
  createdAt INTEGER NOT NULL,
  UNIQUE (projectId, number)
);
CREATE TABLE faceTracks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  personId INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  engine TEXT NOT NULL,
  startTime REAL NOT NULL,
  endTime REAL NOT NULL,
  confidence REAL NOT NULL,
  -- Of the template, 0..1.
  quality REAL NOT NULL,
  -- Floats: time in seconds, x, y, width, and height in fractions of the frame, per frame that was looked at.
  boxes BLOB NOT NULL,
  -- Floats, a unit vector; null if no frame shows the face well enough.
  template BLOB,
  -- JPEG.
  thumbnail BLOB,
  isConfirmed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX faceTracksOfVideo ON faceTracks (videoId, startTime);
CREATE INDEX faceTracksOfPerson ON faceTracks (personId);
CREATE INDEX peopleByCover ON people (coverTrackId);
-- Face tracks that a user said don't show a person.
CREATE TABLE faceTrackRejections (
  trackId INTEGER NOT NULL REFERENCES faceTracks (id) ON DELETE CASCADE,
  personId INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  PRIMARY KEY (trackId, personId)
) WITHOUT ROWID;
CREATE INDEX faceTrackRejectionsOfPerson ON faceTrackRejections (personId);
-- Nobody is kept without a face track.
CREATE TRIGGER peopleOfDeletedTracks AFTER DELETE ON faceTracks BEGIN
  DELETE FROM people WHERE id = OLD.personId AND NOT EXISTS (SELECT 1 FROM faceTracks WHERE personId = OLD.personId);
END;
CREATE TRIGGER peopleOfMovedTracks AFTER UPDATE OF personId ON faceTracks WHEN OLD.personId <> NEW.personId BEGIN
  DELETE FROM people WHERE id = OLD.personId AND NOT EXISTS (SELECT 1 FROM faceTracks WHERE personId = OLD.personId);
END;
-- The consent is one project's.
CREATE TRIGGER peopleOfMovedVideos AFTER UPDATE OF projectId ON videos WHEN OLD.projectId IS NOT NEW.projectId BEGIN
  DELETE FROM faceTracks WHERE videoId = OLD.id;
END;
`,
};
