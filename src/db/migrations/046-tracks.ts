import type { Migration } from './migration.ts';

export const tracks: Migration = {
  id: 46,
  name: 'tracks',
  sql: `
-- JSON of TrackChoice in contract/library/tracks.ts; null leaves the choice to the analysis.
ALTER TABLE videos ADD COLUMN trackChoice TEXT;
-- JSON of TrackUse in contract/library/tracks.ts, of the last analysis of the file; null for one of an earlier version.
ALTER TABLE videos ADD COLUMN trackUse TEXT;
`,
};
