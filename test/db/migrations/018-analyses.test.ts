import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';
import { analyses } from '../../../src/db/migrations/018-analyses.ts';

test('earlier analyses go with their video', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, [start, { ...analyses, id: 2 }]);
  database.exec(`
    PRAGMA foreign_keys = ON;
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'uploaded', '[]', 'p', 0, 0);
    INSERT INTO analyses (videoId, keptAt, modules, digest, findings) VALUES (1, 0, '[]', '', x'00');
    DELETE FROM videos;
  `);
  expect(database.prepare('SELECT count(*) FROM analyses').pluck().get()).toBe(0);
});
