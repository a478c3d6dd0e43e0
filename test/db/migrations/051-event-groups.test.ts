import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { eventGroups } from '../../../src/db/migrations/051-event-groups.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('a recording leaves its event with its video, and all with the event', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, eventGroups.id));
  database.pragma('foreign_keys = ON');
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'v', 'completed', '[]', 'p', 0, 0), (2, 1, 'k', 'w', 'completed', '[]', 'q', 0, 0);
    INSERT INTO eventGroups VALUES (1, 1, 'e', 'ready', NULL, 0, 0);
    INSERT INTO eventRecordings (eventId, videoId) VALUES (1, 1), (1, 2);
    DELETE FROM videos WHERE id = 1;
  `);
  const videos = database.prepare('SELECT videoId FROM eventRecordings').pluck();
  expect(videos.all()).toEqual([2]);
  database.exec('DELETE FROM eventGroups');
  expect(videos.all()).toEqual([]);
});
