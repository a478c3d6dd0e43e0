import type { Migration } from './migration.ts';

export const keyProjects: Migration = {
  id: 29,
  name: 'key projects',
  sql: `
-- JSON array of the ids of the projects that a key is confined to; null for a key of the whole library.
ALTER TABLE apiKeys ADD COLUMN projectIds TEXT;
`,
};
