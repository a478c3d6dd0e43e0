import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing keys keep full access, and never expire', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 21));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO apiKeys (userId, name, hash, prefix, createdAt) VALUES (1, 'old', 'h', 'p', 0);
  `);
  migrate(database, MIGRATIONS.slice(0, 22));
  expect(database.prepare('SELECT scope, expiresAt FROM apiKeys').all()).toEqual([{ scope: 'admin', expiresAt: null }]);
  expect(() => database.exec("UPDATE apiKeys SET scope = 'owner'")).toThrow('CHECK');
});
