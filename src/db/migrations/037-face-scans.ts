import type { Migration } from './migration.ts';

/** Videos all of whose faces are known, so that blur can't be asked of one where some were deleted. */
export const faceScans: Migration = {
  id: 37,
  name: 'face-scans',
  sql: `
-- Videos whose faces were stored by an analysis. Nothing that was stored before counts: some of it may have been deleted.
CREATE TABLE faceScans (
  videoId INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  projectId INTEGER NOT NULL REFERENCES peopleProjects (projectId) ON DELETE CASCADE,
  -- Whether the analysis reached the end of the video.
  isComplete INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX faceScansOfProject ON faceScans (projectId);
-- A face that is deleted can't be blurred any more.
CREATE TRIGGER faceScansOfDeletedTracks AFTER DELETE ON faceTracks BEGIN
  DELETE FROM faceScans WHERE videoId = OLD.videoId;
END;
CREATE TRIGGER faceScansOfMovedVideos AFTER UPDATE OF projectId ON videos WHEN OLD.projectId IS NOT NEW.projectId BEGIN
  DELETE FROM faceScans WHERE videoId = OLD.id;
END;
`,
};
