import type { Migration } from './migration.ts';

/** Speakers that can be found in other videos. */
export const speakerSimilarity: Migration = {
  id: 50,
  name: 'speaker-similarity',
  sql: `
-- Minimum cosine similarity of embeddings of one person in two videos. Null if unknown: then the voice isn't compared.
ALTER TABLE speakers ADD COLUMN minSimilarity REAL;
UPDATE speakers SET minSimilarity = 0.85 WHERE engine = 'resemblyzer@1';
`,
};
