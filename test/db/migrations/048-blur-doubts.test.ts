import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { blurDoubts } from '../../../src/db/migrations/048-blur-doubts.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('faces that are stored already stay known, without doubts', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, blurDoubts.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects (id, userId, name, createdAt, updatedAt) VALUES (1, 1, 'p', 0, 0);
    INSERT INTO peopleProjects (projectId, enabledAt) VALUES (1, 0);
    PRAGMA foreign_keys = OFF;
    INSERT INTO faceScans (videoId, projectId, isComplete) VALUES (7, 1, 1);
  `);
  migrate(database, MIGRATIONS.slice(0, blurDoubts.id));
  expect(database.prepare('SELECT isComplete, doubts FROM faceScans').all()).toEqual([{ isComplete: 1, doubts: null }]);
});
