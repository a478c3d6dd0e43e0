import type { Migration } from './migration.ts';

export const queueOrder: Migration = {
  id: 26,
  name: 'queue-order',
  sql: `
-- 1 runs before 0, and 0 before -1.
ALTER TABLE jobs ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority IN (-1, 0, 1));
-- Place among jobs of the same priority, less than every queuedAt; null for the order of arrival.
ALTER TABLE jobs ADD COLUMN position INTEGER;
`,
};
