import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';
import { corrections } from '../../../src/db/migrations/002-corrections.ts';

test('keeps a correction without its segment, and deletes it with its video', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, [start]);
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'uploaded', '[]', 'p', 0, 0);
    INSERT INTO segments VALUES (1, 1, 'ocr', 'x', 0, 1, NULL, NULL);
  `);
  migrate(database, [start, corrections]);
  database.exec(`
    INSERT INTO corrections (videoId, module, segmentId, startTime, endTime, foundContent, createdAt, updatedAt)
      VALUES (1, 'ocr', 1, 0, 1, 'x', 0, 0);
    DELETE FROM segments;
  `);
  expect(database.prepare('SELECT segmentId, foundContent FROM corrections').all()).toEqual([
    { segmentId: null, foundContent: 'x' },
  ]);
  database.exec('DELETE FROM videos');
  expect(database.prepare('SELECT count(*) FROM corrections').pluck().get()).toBe(0);
});
