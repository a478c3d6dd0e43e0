import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('a video in the trash is not queued, and a queued one does not go to the trash', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 20));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'uploaded', '[]', 'p', 0, 0), (2, 1, 'k', 'n', 'queued', '[]', 'q', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, 21));
  database.exec('UPDATE videos SET deletedAt = 5 WHERE id = 1');
  expect(() => database.exec("UPDATE videos SET status = 'queued' WHERE id = 1")).toThrow('not analyzed');
  expect(() => database.exec('UPDATE videos SET deletedAt = 5 WHERE id = 2')).toThrow('not analyzed');
  database.exec("UPDATE videos SET deletedAt = NULL, status = 'queued' WHERE id = 1");
  expect(database.prepare('SELECT status, deletedAt FROM videos ORDER BY id').all()).toEqual([
    { status: 'queued', deletedAt: null },
    { status: 'queued', deletedAt: null },
  ]);
});
