import type { Migration } from './migration.ts';

export const notificationTexts: Migration = {
  id: 5,
  name: 'notification-texts',
  sql: `
-- JSON of contract/sharing/notifications.ts NotificationTexts: title and message by key. Null for notifications without keys.
ALTER TABLE notifications ADD COLUMN texts TEXT;
`,
};
