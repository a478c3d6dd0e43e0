import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { analysisEnds } from '../../../src/db/migrations/054-analysis-ends.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing videos have the end of their last run, unless it never started', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, analysisEnds.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, storagePath, status, selectedInsights, createdAt, updatedAt)
    VALUES (1, 1, 'a', 'analyzed', 'a', 'completed', '[]', 0, 9), (2, 1, 'b', 'running', 'b', 'processing', '[]', 0, 9),
      (3, 1, 'c', 'canceled in the queue', 'c', 'uploaded', '[]', 0, 9), (4, 1, 'd', 'new', 'd', 'uploaded', '[]', 0, 9);
    INSERT INTO jobs (videoId, action, queuedAt, startedAt, finishedAt, updatedAt)
    VALUES (1, 'process', 1, 2, 3, 3), (2, 'process', 1, 2, NULL, 2), (3, 'process', 1, NULL, 2, 2);
  `);
  migrate(database, MIGRATIONS.slice(0, analysisEnds.id));
  expect(database.prepare('SELECT analyzedAt FROM videos ORDER BY id').pluck().all()).toEqual([3, null, null, null]);
});
