import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { frameVectors } from '../../../src/db/migrations/035-frame-vectors.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('frames of existing videos have no embeddings, which end with their video', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, MIGRATIONS.slice(0, frameVectors.id - 1));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'v', 'completed', '[]', 'p', 0, 0);
    INSERT INTO stills VALUES (1, 500, '500.jpg');
  `);
  migrate(database, MIGRATIONS.slice(0, frameVectors.id));
  const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(count('stills')).toBe(1);
  expect(count('frameIndexes')).toBe(0);
  for (const engine of ['a@1', 'b@1']) {
    database.prepare("INSERT INTO frameIndexes VALUES (1, ?, x'', x'')").run(engine);
    database
      .prepare("INSERT INTO frameVectors (videoId, engine, timeMs, embedding) VALUES (1, ?, 500, x'')")
      .run(engine);
  }
  database.exec('DELETE FROM videos');
  expect([count('frameIndexes'), count('frameVectors')]).toEqual([0, 0]);
});
