import type { Migration } from './migration.ts';

export const textLanguages: Migration = {
  id: 30,
  name: 'text languages',
  sql: `
-- JSON array of contract/analysis/text-languages.ts; null follows the settings.
ALTER TABLE videos ADD COLUMN textLanguages TEXT;
`,
};
