import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { appearances } from '../../../src/db/migrations/034-appearances.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('videos with descriptors are still to be compared', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, appearances.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'v', 'completed', '[]', 'p', 0, 0);
    INSERT INTO visualIndexes VALUES (1, 'test@1', 'frames', x'', x'');
  `);
  migrate(database, MIGRATIONS.slice(0, appearances.id));
  expect(database.prepare('SELECT videoId, engine, isCompared FROM visualIndexes').all()).toEqual([
    { videoId: 1, engine: 'test@1', isCompared: 0 },
  ]);
});
