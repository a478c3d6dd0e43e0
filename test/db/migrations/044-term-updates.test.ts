import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { termUpdates } from '../../../src/db/migrations/044-term-updates.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

function migrated(content: string): unknown {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, termUpdates.id - 1));
  database.exec(content);
  migrate(database, MIGRATIONS.slice(0, termUpdates.id));
  return database.prepare('SELECT below FROM termUpdates').pluck().all();
}

test('a library with findings starts the update of its index behind the newest one', () => {
  expect(migrated('')).toEqual([]);
  const finding = `
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, storagePath, selectedInsights, status, fileSize, duration, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'p', '[]', 'completed', 1, 1, 0, 0);
    INSERT INTO segments (id, videoId, module, content, startTime, endTime) VALUES (7, 1, 'ocr', 'e-mail', 0, 1);`;
  expect(migrated(finding)).toEqual([8]);
});
