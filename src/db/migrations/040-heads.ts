import type { Migration } from './migration.ts';

/** Heads of people whose faces are not found, to be blurred with the faces. */
export const heads: Migration = {
  id: 40,
  name: 'heads',
  sql: `
-- Packed as in people/boxes.ts; null for analyses before heads were followed.
ALTER TABLE faceScans ADD COLUMN heads BLOB;
`,
};
