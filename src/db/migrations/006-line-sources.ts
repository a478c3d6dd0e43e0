import type { Migration } from './migration.ts';

export const lineSources: Migration = {
  id: 6,
  name: 'line-sources',
  sql: `
-- JSON of db/text-index/line-source.ts LineSource: the found lines that a split or merged line of a transcript is made of.
ALTER TABLE corrections ADD COLUMN source TEXT;
`,
};
