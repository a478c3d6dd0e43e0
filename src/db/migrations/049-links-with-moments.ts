import type { Migration } from './migration.ts';

/** Links to videos that show moments. */
export const linksWithMoments: Migration = {
  id: 49,
  name: 'links-with-moments',
  sql: `
-- Whether the page lists moments. Those who made the links that exist did not choose to show them.
ALTER TABLE sharedReports ADD COLUMN includesMoments INTEGER NOT NULL DEFAULT 0;
`,
};
