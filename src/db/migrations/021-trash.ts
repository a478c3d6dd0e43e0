import type { Migration } from './migration.ts';

export const trash: Migration = {
  id: 21,
  name: 'trash',
  sql: `
-- A video in the trash (videos.deletedAt of step 14) is not analyzed, whatever code queues it.
CREATE TRIGGER videosInTrashRest BEFORE UPDATE OF status, deletedAt ON videos
  WHEN NEW.deletedAt IS NOT NULL AND NEW.status IN ('queued', 'processing')
  BEGIN SELECT RAISE(ABORT, 'a video in the trash is not analyzed'); END;
-- Lists leave the trash out.
CREATE INDEX videosOutOfTrash ON videos (userId, id) WHERE deletedAt IS NULL;
`,
};
