import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { repliesAboutPeople } from '../../../src/db/migrations/045-replies-about-people.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('kept responses go with a deleted person', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, repliesAboutPeople.id));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects (id, userId, name, createdAt, updatedAt) VALUES (1, 1, 'p', 0, 0);
    INSERT INTO peopleProjects (projectId, enabledAt) VALUES (1, 0);
    INSERT INTO people (id, projectId, number, createdAt) VALUES (1, 1, 1, 0);
    INSERT INTO idempotentRequests VALUES (1, 0, 'k', 'f', 201, x'00', 0);
  `);
  const kept = database.prepare('SELECT count(*) FROM idempotentRequests').pluck();
  expect(kept.get()).toBe(1);
  database.exec('DELETE FROM people');
  expect(kept.get()).toBe(0);
});
