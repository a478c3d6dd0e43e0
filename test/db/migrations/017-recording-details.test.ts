import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';
import { recordingDetails } from '../../../src/db/migrations/017-recording-details.ts';

test('takes original names from paths, and keeps recording details out of earlier links', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, [start]);
  database.exec(`
    INSERT INTO users VALUES (12, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 12, 'j', 'Renamed', 'uploaded', '[]', 'users/12/IMG_0001.mov', 0, 0);
    INSERT INTO sharedReports (id, userId, videoId, shareHash, createdAt) VALUES (1, 12, 1, 'h', 0);
  `);
  migrate(database, [start, { ...recordingDetails, id: 2 }]);
  expect(database.prepare('SELECT name, originalName FROM videos').all()).toEqual([
    { name: 'Renamed', originalName: 'IMG_0001.mov' },
  ]);
  expect(database.prepare('SELECT includesRecording FROM sharedReports').pluck().all()).toEqual([0]);
});
