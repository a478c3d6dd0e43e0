import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { people } from '../../../src/db/migrations/032-people.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('people are off in existing projects', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, people.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects (id, userId, name, createdAt, updatedAt) VALUES (1, 1, 'p', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, people.id));
  expect(database.prepare('SELECT count(*) FROM projects').pluck().get()).toBe(1);
  expect(database.prepare('SELECT count(*) FROM peopleProjects').pluck().get()).toBe(0);
});
