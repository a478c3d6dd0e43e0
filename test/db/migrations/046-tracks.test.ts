import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { tracks } from '../../../src/db/migrations/046-tracks.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing videos have no choice of tracks, and an unknown use', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, tracks.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (userId, jobId, name, storagePath, status, selectedInsights, createdAt, updatedAt)
    VALUES (1, 'j', 'old', 'p', 'completed', '[]', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, tracks.id));
  expect(database.prepare('SELECT trackChoice, trackUse FROM videos').all()).toEqual([
    { trackChoice: null, trackUse: null },
  ]);
});
