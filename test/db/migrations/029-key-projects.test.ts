import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { keyProjects } from '../../../src/db/migrations/029-key-projects.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing keys are not confined', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, keyProjects.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO apiKeys (userId, name, hash, prefix, createdAt) VALUES (1, 'old', 'h', 'p', 0);
  `);
  migrate(database, MIGRATIONS.slice(0, keyProjects.id));
  expect(database.prepare('SELECT projectIds FROM apiKeys').all()).toEqual([{ projectIds: null }]);
});
