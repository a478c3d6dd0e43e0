import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { comments } from '../../../src/db/migrations/052-comments.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('links that exist take no comments', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, comments.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'v', 'completed', '[]', 'p', 0, 0);
    INSERT INTO sharedReports (userId, videoId, shareHash, createdAt) VALUES (1, 1, 'h', 0);
  `);
  migrate(database, MIGRATIONS.slice(0, comments.id));
  expect(database.prepare('SELECT allowsComments FROM sharedReports').pluck().all()).toEqual([0]);
});
