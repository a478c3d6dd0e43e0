import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';

const first = { id: 1, name: 'first', sql: 'CREATE TABLE a (x)' };
const second = { id: 2, name: 'second', sql: 'ALTER TABLE a ADD COLUMN y' };

function tables(database: BetterSqlite3.Database): unknown[] {
  return database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all();
}

test('the history has no gaps', () => {
  expect(MIGRATIONS.map((migration) => migration.id)).toEqual(MIGRATIONS.map((_, i) => i + 1));
});

test('runs pending migrations once, in order', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, [first]);
  migrate(database, [first, second]);
  migrate(database, [first, second]);
  expect(database.prepare('SELECT id, name FROM migrations').all()).toEqual([
    { id: 1, name: 'first' },
    { id: 2, name: 'second' },
  ]);
  expect(database.prepare('SELECT x, y FROM a').all()).toEqual([]);
});

test('rolls back a migration that fails', () => {
  const database = new BetterSqlite3(':memory:');
  const broken = { id: 2, name: 'broken', sql: 'CREATE TABLE b (x); CREATE TABLE a (x)' };
  expect(() => migrate(database, [first, broken])).toThrow('already exists');
  expect(tables(database)).toEqual([]);
});

test('rejects a database of a newer version with advice', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, [first, second]);
  expect(() => migrate(database, [first])).toThrow(
    expect.objectContaining({ code: 'conflict', message: expect.stringContaining('newer version') }),
  );
});
