import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';
import { corrections } from '../../../src/db/migrations/002-corrections.ts';
import { speakers } from '../../../src/db/migrations/010-speakers.ts';

test('earlier corrections and videos have no speakers', () => {
  const database = new BetterSqlite3(':memory:');
  const history = [start, corrections];
  migrate(database, history);
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'uploaded', '[]', 'p', 0, 0);
    INSERT INTO corrections (videoId, module, startTime, endTime, foundContent, createdAt, updatedAt)
      VALUES (1, 'transcription', 0, 1, 'x', 0, 0);
  `);
  migrate(database, [...history, { ...speakers, id: 3 }]);
  expect(database.prepare('SELECT speaker FROM corrections').all()).toEqual([{ speaker: null }]);
  expect(database.prepare('SELECT speakerCount FROM videos').all()).toEqual([{ speakerCount: null }]);
});
