import type { Migration } from './migration.ts';

export const jobDepths: Migration = {
  id: 24,
  name: 'job depths',
  sql: `
-- preview: a first look at key frames. Its segments have data.preview = true.
ALTER TABLE jobs ADD COLUMN depth TEXT NOT NULL DEFAULT 'full' CHECK (depth IN ('full', 'preview'));
`,
};
