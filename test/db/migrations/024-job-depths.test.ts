import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing jobs are full analyses', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 23));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'clip', 'completed', '[]', 'users/1/clip.mp4', 0, 0);
    INSERT INTO jobs (videoId, action, queuedAt, updatedAt) VALUES (1, 'process', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, 24));
  expect(database.prepare('SELECT depth FROM jobs').all()).toEqual([{ depth: 'full' }]);
  expect(() => database.exec("UPDATE jobs SET depth = 'half'")).toThrow('CHECK');
});
