import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { savedSearchHits } from '../../../src/db/migrations/033-saved-search-hits.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing findings are no new hits of existing searches', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, savedSearchHits.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'v', 'completed', '[]', 'p', 0, 0), (2, 1, 'k', 'w', 'uploaded', '[]', 'q', 0, 0);
    INSERT INTO segments (id, videoId, module, content, startTime, endTime) VALUES (5, 1, 'ocr', 'a', 0, 1), (9, 1, 'ocr', 'b', 1, 2);
    INSERT INTO savedSearches (userId, name, query, filters, createdAt, updatedAt) VALUES (1, 'n', 'q', '{}', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, savedSearchHits.id));
  expect(database.prepare('SELECT notify, seenAt FROM savedSearches').all()).toEqual([{ notify: 0, seenAt: null }]);
  expect(database.prepare('SELECT * FROM savedSearchVideos').all()).toEqual([
    { videoId: 1, lastSegmentId: 9, pendingRun: null },
  ]);
  expect(database.prepare('SELECT count(*) FROM savedSearchHits').pluck().get()).toBe(0);
});
