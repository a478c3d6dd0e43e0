import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { textLanguages } from '../../../src/db/migrations/030-text-languages.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('existing videos follow the setting', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, textLanguages.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (userId, jobId, name, storagePath, status, selectedInsights, createdAt, updatedAt)
    VALUES (1, 'j', 'old', 'p', 'completed', '[]', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, textLanguages.id));
  expect(database.prepare('SELECT textLanguages FROM videos').all()).toEqual([{ textLanguages: null }]);
});
