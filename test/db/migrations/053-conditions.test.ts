import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { conditions } from '../../../src/db/migrations/053-conditions.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('conditions are of one video, and leave with it', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  const at = MIGRATIONS.indexOf(conditions);
  migrate(database, MIGRATIONS.slice(0, at));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (userId, jobId, name, storagePath, status, selectedInsights, createdAt, updatedAt)
    VALUES (1, 'j', 'old', 'p', 'completed', '[]', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, at + 1));
  expect(database.prepare('SELECT * FROM conditions').all()).toEqual([]);
  database.exec("INSERT INTO conditions VALUES (1, '{}'); DELETE FROM videos");
  expect(database.prepare('SELECT * FROM conditions').all()).toEqual([]);
});
