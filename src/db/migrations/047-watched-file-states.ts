import type { Migration } from './migration.ts';

export const watchedFileStates: Migration = {
  id: 47,
  name: 'watched-file-states',
  sql: `
-- JSON of FileState in server/watch/file-state.ts; null for files that an earlier version handled.
ALTER TABLE watchedFiles ADD COLUMN state TEXT;
`,
};
