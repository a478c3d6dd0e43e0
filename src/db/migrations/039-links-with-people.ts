import type { Migration } from './migration.ts';

/** Links that show when people are on screen. */
export const linksWithPeople: Migration = {
  id: 39,
  name: 'links-with-people',
  sql: `
-- Whether the page lists people; read from their tables when it is opened.
ALTER TABLE sharedReports ADD COLUMN includesPeople INTEGER NOT NULL DEFAULT 0;
`,
};
