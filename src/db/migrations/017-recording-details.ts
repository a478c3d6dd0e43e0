import type { Migration } from './migration.ts';

export const recordingDetails: Migration = {
  id: 17,
  name: 'recording-details',
  sql: `
-- File name at import, which a rename keeps. Earlier versions kept it in the path alone.
ALTER TABLE videos ADD COLUMN originalName TEXT;
UPDATE videos SET originalName = substr(storagePath, 7 + instr(substr(storagePath, 7), '/'));
-- 1: the link shows original name, capture time, camera, and place, and plays the file that states them.
ALTER TABLE sharedReports ADD COLUMN includesRecording INTEGER NOT NULL DEFAULT 0 CHECK (includesRecording IN (0, 1));
`,
};
