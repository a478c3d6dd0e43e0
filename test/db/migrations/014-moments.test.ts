import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

const VIDEO = `
  INSERT INTO users VALUES (1, 'i', 's', 0);
  INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
    VALUES (1, 1, 'j', 'n', 'uploaded', '[]', 'p', 0, 0);
`;

test('earlier videos are not in the trash, and earlier corrections are of findings', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 13));
  database.exec(`${VIDEO}
    INSERT INTO corrections (videoId, module, startTime, endTime, foundContent, createdAt, updatedAt)
      VALUES (1, 'ocr', 0, 1, 'x', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, 14));
  expect(database.prepare('SELECT deletedAt FROM videos').pluck().all()).toEqual([null]);
  expect(database.prepare('SELECT isAdded, editedStart, editedEnd FROM corrections').all()).toEqual([
    { isAdded: 0, editedStart: null, editedEnd: null },
  ]);
});

test('search entries of moments go with their video', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, 14));
  database.exec(`${VIDEO}
    INSERT INTO moments (id, userId, videoId, startTime, title, createdAt, updatedAt) VALUES (7, 1, 1, 2, 't', 0, 0);
    INSERT INTO momentsFts (rowid, scope, content) VALUES (7, '§u1', 't');
  `);
  const entries = database.prepare("SELECT rowid FROM momentsFts WHERE momentsFts MATCH 'content : t'").pluck();
  expect(entries.all()).toEqual([7]);
  database.exec('DELETE FROM videos');
  expect(entries.all()).toEqual([]);
});

test('a moment ends after its start, or is an instant', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 14));
  database.exec(VIDEO);
  const add = (end: number | null) =>
    database
      .prepare(
        "INSERT INTO moments (userId, videoId, startTime, endTime, title, createdAt, updatedAt) VALUES (1, 1, 2, ?, 't', 0, 0)",
      )
      .run(end);
  expect(() => add(2)).toThrow('CHECK');
  add(null);
  add(2.001);
});
