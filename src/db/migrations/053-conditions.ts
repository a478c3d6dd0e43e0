import type { Migration } from './migration.ts';

/** Conditions under which videos were analyzed. */
export const conditions: Migration = {
  id: 53,
  name: 'conditions',
  sql: `
CREATE TABLE conditions (
  videoId INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  -- JSON of Conditions in contract/analysis/conditions.ts.
  data TEXT NOT NULL
) STRICT;
`,
};
