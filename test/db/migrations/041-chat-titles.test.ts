import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { chatTitles } from '../../../src/db/migrations/041-chat-titles.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('earlier titles are deleted with the first question only where they repeat it', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, chatTitles.id - 1));
  const long = `Who is seen ${'again and '.repeat(20)}again?`;
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects (id, userId, name, createdAt, updatedAt) VALUES (1, 1, 'p', 0, 0);
    INSERT INTO peopleProjects (projectId, enabledAt) VALUES (1, 0);
    INSERT INTO people (id, projectId, number, name, createdAt) VALUES (5, 1, 1, 'Ada', 0);
  `);
  const chats: [title: string, question: string | null][] = [
    ['When is Ada seen?', ' When\u00a0is\n Ada   seen? '],
    [long.slice(0, 80), long],
    ['Witness 3', 'When is Ada seen?'],
    ['clip.mp4', null],
  ];
  const addChat = database.prepare(
    'INSERT INTO chatSessions (userId, title, createdAt, updatedAt) VALUES (1, ?, 0, 0)',
  );
  const addMessage = database.prepare(
    "INSERT INTO chatMessages (sessionId, role, content, createdAt) VALUES (?, 'user', ?, 0)",
  );
  const addPerson = database.prepare('INSERT INTO chatPeople (messageId, personId) VALUES (?, 5)');
  for (const [title, question] of chats) {
    const { lastInsertRowid } = addChat.run(title);
    if (question !== null) addPerson.run(addMessage.run(lastInsertRowid, question).lastInsertRowid);
  }
  migrate(database, MIGRATIONS.slice(0, chatTitles.id));
  const titles = () => database.prepare('SELECT title FROM chatSessions ORDER BY id').pluck().all();
  expect(titles()).toEqual(chats.map(([title]) => title));
  database.exec('DELETE FROM people');
  expect(database.prepare('SELECT count(*) FROM chatMessages').pluck().get()).toBe(0);
  expect(titles()).toEqual(['New chat', 'New chat', 'Witness 3', 'clip.mp4']);
});
