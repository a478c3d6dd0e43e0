import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { chatPeople } from '../../../src/db/migrations/038-chat-people.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('earlier messages are about nobody, and stay', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, chatPeople.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO chatSessions (id, userId, title, createdAt, updatedAt) VALUES (1, 1, 't', 0, 0);
    INSERT INTO chatMessages (sessionId, role, content, createdAt) VALUES (1, 'user', 'q', 0);
  `);
  migrate(database, MIGRATIONS.slice(0, chatPeople.id));
  expect(database.prepare('SELECT count(*) FROM chatPeople').pluck().get()).toBe(0);
  expect(database.prepare('SELECT content FROM chatMessages').pluck().all()).toEqual(['q']);
});
