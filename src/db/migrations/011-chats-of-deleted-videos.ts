import type { Migration } from './migration.ts';

export const chatsOfDeletedVideos: Migration = {
  id: 11,
  name: 'chats-of-deleted-videos',
  sql: `
-- Name of the deleted video that a chat is about; its videoId is null then.
ALTER TABLE chatSessions ADD COLUMN deletedVideo TEXT;
`,
};
