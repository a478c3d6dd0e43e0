import type { Migration } from './migration.ts';

/** Links whose copy of the video has blurred faces. */
export const blurredLinks: Migration = {
  id: 36,
  name: 'blurred-links',
  sql: `
-- JSON of Blur in contract/library/blur.ts; null for a link that shows the video as it is.
ALTER TABLE sharedReports ADD COLUMN blur TEXT;
`,
};
