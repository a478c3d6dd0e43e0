import type { Migration } from './migration.ts';

/**
 * Stored replies may be about people, whom they must not outlive; which ones are can't be seen, since they are
 * encrypted.
 */
export const repliesAboutPeople: Migration = {
  id: 45,
  name: 'replies-about-people',
  sql: `
CREATE TRIGGER repliesOfDeletedPeople AFTER DELETE ON people BEGIN
  DELETE FROM idempotentRequests;
END;
CREATE TRIGGER repliesOfDeletedTracks AFTER DELETE ON faceTracks BEGIN
  DELETE FROM idempotentRequests;
END;
-- Of people of earlier versions.
DELETE FROM idempotentRequests;
`,
};
