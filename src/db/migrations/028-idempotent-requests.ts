import type { Migration } from './migration.ts';

export const idempotentRequests: Migration = {
  id: 28,
  name: 'idempotent requests',
  sql: `
-- First responses to requests with an idempotency key.
CREATE TABLE idempotentRequests (
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Id of an API key; 0 for a user who signed in.
  credential INTEGER NOT NULL,
  -- SHA-256 of the idempotency key, in hexadecimal.
  keyHash TEXT NOT NULL,
  -- SHA-256 of method, URL, and body of the request, in hexadecimal.
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  -- Encrypted JSON.
  sealedBody BLOB NOT NULL,
  createdAt INTEGER NOT NULL,
  PRIMARY KEY (userId, credential, keyHash)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotentRequestsByTime ON idempotentRequests (createdAt);
`,
};
