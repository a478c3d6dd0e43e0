import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { idempotentRequests } from '../../../src/db/migrations/028-idempotent-requests.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('a key has one response for each credential, and goes with its user', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, idempotentRequests.id));
  database.exec("INSERT INTO users VALUES (1, 'i', 's', 0)");
  const put = (credential: number) =>
    database.exec(`INSERT INTO idempotentRequests VALUES (1, ${credential}, 'k', 'f', 201, x'00', 0)`);
  put(0);
  put(1);
  expect(() => put(1)).toThrow('UNIQUE');
  database.exec('DELETE FROM users');
  expect(database.prepare('SELECT count(*) FROM idempotentRequests').pluck().get()).toBe(0);
});
