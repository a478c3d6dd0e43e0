import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('saved searches go with their user', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, 15));
  database.exec("INSERT INTO users VALUES (1, 'i', 's', 0)");
  migrate(database, MIGRATIONS.slice(0, 16));
  database.exec(
    "INSERT INTO savedSearches (userId, name, query, filters, createdAt, updatedAt) VALUES (1, 'n', 'q', '{}', 0, 0)",
  );
  database.exec('DELETE FROM users');
  expect(database.prepare('SELECT count(*) FROM savedSearches').pluck().get()).toBe(0);
});
