import type { Migration } from './migration.ts';

export const keyScopes: Migration = {
  id: 22,
  name: 'key-scopes',
  sql: `
-- What a key may do: read, write, admin. Existing keys keep what they could do.
ALTER TABLE apiKeys ADD COLUMN scope TEXT NOT NULL DEFAULT 'admin' CHECK (scope IN ('read', 'write', 'admin'));
-- Epoch milliseconds; null for a key that never expires.
ALTER TABLE apiKeys ADD COLUMN expiresAt INTEGER;
`,
};
