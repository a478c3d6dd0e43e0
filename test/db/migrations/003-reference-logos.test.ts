import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';
import { corrections } from '../../../src/db/migrations/002-corrections.ts';
import { referenceLogos } from '../../../src/db/migrations/003-reference-logos.ts';

test('existing jobs read the file, and logos are deleted with their user', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, [start, corrections]);
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'completed', '[]', 'p', 0, 0);
    INSERT INTO jobs (videoId, action, queuedAt, updatedAt) VALUES (1, 'process', 0, 0);
  `);
  migrate(database, [start, corrections, referenceLogos]);
  expect(database.prepare('SELECT source, keepsResults FROM jobs').all()).toEqual([
    { source: 'file', keepsResults: 0 },
  ]);
  database.exec("INSERT INTO referenceLogos VALUES (1, 1, 'l', 'Own', x'00', 16, 16, 0); DELETE FROM users;");
  expect(database.prepare('SELECT count(*) FROM referenceLogos').pluck().get()).toBe(0);
});
