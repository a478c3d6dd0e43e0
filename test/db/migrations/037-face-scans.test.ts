import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { faceScans } from '../../../src/db/migrations/037-face-scans.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('faces that are stored already may not be all', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, faceScans.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects (id, userId, name, createdAt, updatedAt) VALUES (1, 1, 'p', 0, 0);
    INSERT INTO peopleProjects (projectId, enabledAt) VALUES (1, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, faceScans.id));
  expect(database.prepare('SELECT count(*) FROM peopleProjects').pluck().get()).toBe(1);
  expect(database.prepare('SELECT count(*) FROM faceScans').pluck().get()).toBe(0);
});
