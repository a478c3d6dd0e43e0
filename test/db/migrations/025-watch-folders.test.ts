import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { watchFolders } from '../../../src/db/migrations/025-watch-folders.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('a folder is watched once, and what it has seen ends with it', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, watchFolders.id));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects (userId, name, createdAt, updatedAt) VALUES (1, 'p', 0, 0);
  `);
  const watch = () =>
    database.exec(
      `INSERT INTO watchFolders (userId, path, rules, projectId, createdAt, updatedAt) VALUES (1, '/a', '{}', 1, 0, 0)`,
    );
  watch();
  expect(watch).toThrow('UNIQUE');
  database.exec(
    `INSERT INTO watchedFiles (folderId, path, sizeBytes, modifiedMs, outcome, seenAt) VALUES (1, '/a/b.mp4', 1, 1.5, 'queued', 0)`,
  );
  database.exec('DELETE FROM projects');
  expect(database.prepare('SELECT projectId FROM watchFolders').pluck().get()).toBeNull();
  database.exec('DELETE FROM watchFolders');
  expect(database.prepare('SELECT count(*) FROM watchedFiles').pluck().get()).toBe(0);
});
