import type { Migration } from './migration.ts';

export const savedSearches: Migration = {
  id: 16,
  name: 'saved-searches',
  sql: `
CREATE TABLE savedSearches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  -- JSON of SavedFilters in contract/search/saved-searches.ts.
  filters TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX savedSearchesByUser ON savedSearches (userId, name);
`,
};
