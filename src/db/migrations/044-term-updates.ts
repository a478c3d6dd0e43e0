import type { Migration } from './migration.ts';

/** Starts an update of the search index, whose terms have changed (db/text-index/term-update.ts). */
export const termUpdates: Migration = {
  id: 44,
  name: 'term-updates',
  sql: `
-- At most one row: findings with ids below this one, and moments, have terms of an earlier version.
CREATE TABLE termUpdates (below INTEGER NOT NULL);
INSERT INTO termUpdates SELECT ifnull((SELECT max(id) FROM segments), 0) + 1
  WHERE EXISTS (SELECT 1 FROM segments) OR EXISTS (SELECT 1 FROM moments);
`,
};
