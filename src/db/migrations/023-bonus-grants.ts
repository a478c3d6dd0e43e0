import type { Migration } from './migration.ts';

export const bonusGrants: Migration = {
  id: 23,
  name: 'bonus grants',
  sql: `
-- Minutes that the local user granted to an account; profiles.bonusMinutes is their sum.
CREATE TABLE bonusGrants (
  id INTEGER PRIMARY KEY,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  minutes REAL NOT NULL CHECK (minutes > 0),
  note TEXT,
  grantedBy INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX bonusGrantsByUser ON bonusGrants (userId, id);
`,
};
