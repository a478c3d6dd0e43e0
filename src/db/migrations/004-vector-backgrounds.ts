import type { Migration } from './migration.ts';

export const vectorBackgrounds: Migration = {
  id: 4,
  name: 'vector-backgrounds',
  sql: `
-- Vectors that a model gives to fixed texts: what its similarities are worth. \`texts\` is the hash of these texts.
CREATE TABLE vectorBackgrounds (
  model TEXT PRIMARY KEY,
  dimension INTEGER NOT NULL,
  texts TEXT NOT NULL,
  embeddings BLOB NOT NULL
) WITHOUT ROWID;
`,
};
