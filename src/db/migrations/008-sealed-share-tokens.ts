import type { Migration } from './migration.ts';

export const sealedShareTokens: Migration = {
  id: 8,
  name: 'sealed-share-tokens',
  sql: `
-- The token of a link, encrypted with a key from the secret store. shareHash is its SHA-256 then; rows of earlier
-- versions, which hold the token itself there, are converted at the next start, where the key is at hand.
ALTER TABLE sharedReports ADD COLUMN sealedToken BLOB;
`,
};
