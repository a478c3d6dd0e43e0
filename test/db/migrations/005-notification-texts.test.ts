import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('keeps existing notifications without text keys', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 4));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO notifications (userId, title, message, type, createdAt) VALUES (1, 'Analysis complete', 'Ready.', 'success', 0);
  `);
  migrate(database, MIGRATIONS.slice(0, 5));
  expect(database.prepare('SELECT title, message, texts FROM notifications').all()).toEqual([
    { title: 'Analysis complete', message: 'Ready.', texts: null },
  ]);
});
