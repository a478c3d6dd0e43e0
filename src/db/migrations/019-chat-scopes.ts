import type { Migration } from './migration.ts';

export const chatScopes: Migration = {
  id: 19,
  name: 'chat-scopes',
  sql: `
-- JSON of contract/search/chat.ts AskScope for a chat about several videos; its videoId is null then.
ALTER TABLE chatSessions ADD COLUMN scope TEXT;
`,
};
