import type { Migration } from './migration.ts';

/** Possible people who are not blurred, to be checked before a blurred video is handed out. */
export const blurDoubts: Migration = {
  id: 48,
  name: 'blur-doubts',
  sql: `
-- Packed as in people/boxes.ts; null for analyses before it was looked for.
ALTER TABLE faceScans ADD COLUMN doubts BLOB;
`,
};
