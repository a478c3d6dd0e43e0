import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';

function freshDatabase(): BetterSqlite3.Database {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  migrate(database, [start]);
  return database;
}

test('creates every table of the service interface', () => {
  const tables = freshDatabase()
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*[_]*' ORDER BY name COLLATE NOCASE",
    )
    .pluck()
    .all();
  expect(tables).toEqual(
    [
      'apiKeys',
      'brandWords',
      'chatMessages',
      'chatSessions',
      'jobs',
      'migrations',
      'models',
      'moduleRuns',
      'notifications',
      'profiles',
      'projects',
      'segments',
      'segmentsFts',
      'segmentTerms',
      'settings',
      'sharedReports',
      'stills',
      'usageRecords',
      'users',
      'vectorCodes',
      'vectors',
      'videos',
    ].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  );
});

test("indexes every reference, so that deletes don't scan", () => {
  const database = freshDatabase();
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  const unindexed = tables.flatMap((table) => {
    const references = database.prepare('SELECT "from" FROM pragma_foreign_key_list(?)').pluck().all(table) as string[];
    const leading = database
      .prepare(
        `SELECT i.name FROM pragma_index_list(@table) l, pragma_index_info(l.name) i WHERE i.seqno = 0
         UNION SELECT name FROM pragma_table_info(@table) WHERE pk = 1`,
      )
      .pluck()
      .all({ table }) as string[];
    return references.filter((column) => !leading.includes(column)).map((column) => `${table}.${column}`);
  });
  // Models are never deleted while vectors of theirs exist.
  expect(unindexed).toEqual(['vectors.modelId']);
});

test('deletes everything of an account with its user', () => {
  const database = freshDatabase();
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO projects VALUES (1, 1, 'p', NULL, 0, 0);
    INSERT INTO videos (id, userId, jobId, projectId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 1, 'n', 'uploaded', '[]', 'p', 0, 0);
    INSERT INTO segments VALUES (1, 1, 'ocr', 'x', 0, 1, NULL, NULL);
    INSERT INTO models VALUES (1, 'm', 1, 0);
    INSERT INTO vectors VALUES (1, 1, 1, x'00000000');
    INSERT INTO vectorCodes VALUES (1, 1, 'ocr', x'', x'');
    DELETE FROM users;
  `);
  for (const table of ['projects', 'videos', 'segments', 'vectors', 'vectorCodes']) {
    expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
  }
});

test('rejects unknown states', () => {
  const database = freshDatabase();
  database.exec("INSERT INTO users VALUES (1, 'i', 's', 0)");
  const insert = database.prepare(
    `INSERT INTO videos (userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
     VALUES (1, ?, 'n', ?, '[]', ?, 0, 0)`,
  );
  expect(() => insert.run('a', 'paused', 'p')).toThrow('CHECK');
  insert.run('a', 'queued', 'p');
  expect(() => insert.run('b', 'queued', 'p')).toThrow('UNIQUE');
});
