import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { queueOrder } from '../../../src/db/migrations/026-queue-order.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('queued jobs keep their order of arrival, and have the normal priority', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, queueOrder.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'job', 'n', 'queued', '[]', 'users/1/a', 0, 0);
    INSERT INTO jobs (videoId, action, queuedAt, updatedAt) VALUES (1, 'process', 7, 7);
  `);
  migrate(database, MIGRATIONS.slice(0, queueOrder.id));
  expect(database.prepare('SELECT queuedAt, priority, position FROM jobs').get()).toEqual({
    queuedAt: 7,
    priority: 0,
    position: null,
  });
  expect(() => database.exec('UPDATE jobs SET priority = 2')).toThrow('CHECK');
});
