import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('keeps chats, which are about one video', () => {
  const database = new BetterSqlite3(':memory:');
  const before = MIGRATIONS.findIndex(({ name }) => name === 'chat-scopes');
  migrate(database, MIGRATIONS.slice(0, before));
  database.exec(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO chatSessions (id, userId, videoId, title, createdAt, updatedAt) VALUES (1, 1, 1, 'Taxi', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, before + 1));
  expect(database.prepare('SELECT title, scope FROM chatSessions').all()).toEqual([{ title: 'Taxi', scope: null }]);
});
