import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

function opened() {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, 19));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'uploaded', '[]', 'p', 0, 0);
    INSERT INTO moments (id, userId, videoId, startTime, title, createdAt, updatedAt) VALUES (7, 1, 1, 2, 't', 0, 0);
    INSERT INTO sharedReports (id, userId, videoId, shareHash, sealedToken, expiresAt, isActive, createdAt, includesRecording)
      VALUES (3, 1, 1, 'a', x'01', 5, 0, 9, 1), (4, 1, 1, 'b', x'02', NULL, 1, 9, 0);
    DELETE FROM sharedReports WHERE id = 4;
  `);
  return database;
}

test('links keep what they have, and ids are not given again', () => {
  const database = opened();
  migrate(database, MIGRATIONS.slice(0, 20));
  expect(database.prepare('SELECT * FROM sharedReports').all()).toEqual([
    {
      id: 3,
      userId: 1,
      videoId: 1,
      storyId: null,
      shareHash: 'a',
      sealedToken: Buffer.from([1]),
      passwordHash: null,
      parts: null,
      expiresAt: 5,
      isActive: 0,
      createdAt: 9,
      includesRecording: 1,
    },
  ]);
  const added = database
    .prepare("INSERT INTO sharedReports (userId, videoId, shareHash, createdAt) VALUES (1, 1, 'c', 0) RETURNING id")
    .pluck();
  expect(added.get()).toBe(5);
  // A link leads to a video or a story.
  const bare = "INSERT INTO sharedReports (userId, shareHash, createdAt) VALUES (1, 'd', 0)";
  expect(() => database.exec(bare)).toThrow('CHECK');
});

test('items go with their moment or story, links with their story', () => {
  const database = opened();
  migrate(database, MIGRATIONS.slice(0, 20));
  database.exec(`
    INSERT INTO stories (id, userId, title, createdAt, updatedAt) VALUES (1, 1, 's', 0, 0);
    INSERT INTO storyItems (storyId, position, kind, momentId) VALUES (1, 0, 'moment', 7);
    INSERT INTO storyItems (storyId, position, kind, text) VALUES (1, 1, 'heading', 'h');
    INSERT INTO sharedReports (userId, storyId, shareHash, createdAt) VALUES (1, 1, 'e', 0);
    DELETE FROM moments;
  `);
  const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(count('storyItems')).toBe(1);
  database.exec('DELETE FROM stories');
  expect(count('storyItems')).toBe(0);
  expect(count('sharedReports')).toBe(1);
  const bare = "INSERT INTO storyItems (storyId, position, kind) VALUES (1, 0, 'moment')";
  expect(() => database.exec(bare)).toThrow('CHECK');
});
