import type { Migration } from './migration.ts';

/** Files that are used where they are until their copies in the library are complete. */
export const pendingCopies: Migration = {
  id: 42,
  name: 'pending-copies',
  sql: `ALTER TABLE sourceFiles ADD COLUMN isCopying INTEGER NOT NULL DEFAULT 0;`,
};
