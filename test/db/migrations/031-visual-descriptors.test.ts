import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { visualDescriptors } from '../../../src/db/migrations/031-visual-descriptors.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('stills of existing videos have no descriptors, and are found to lack them', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, visualDescriptors.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'v', 'completed', '[]', 'p', 0, 0);
    INSERT INTO stills VALUES (1, 500, '500.jpg');
  `);
  migrate(database, MIGRATIONS.slice(0, visualDescriptors.id));
  expect(database.prepare('SELECT count(*) FROM stills').pluck().get()).toBe(1);
  expect(database.prepare('SELECT count(*) FROM visualIndexes').pluck().get()).toBe(0);
});
