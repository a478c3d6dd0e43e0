import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { tempFolder } from '../fixtures/temp.ts';

async function openTemporary(onStatement?: (sql: string) => void) {
  const path = join(await tempFolder(), 'new', 'folder', 'store.db');
  return openDatabase({ path, ...(onStatement && { onStatement }) });
}

test('syncs commits, enforces foreign keys, and supports vectors', async () => {
  const db = await openTemporary();
  const pragma = (name: string) => db.column<number | string>(`PRAGMA ${name}`)[0];
  expect(pragma('journal_mode')).toBe('wal');
  expect(pragma('synchronous')).toBe(2);
  expect(pragma('foreign_keys')).toBe(1);
  expect(pragma('busy_timeout')).toBe(5000);
  expect(pragma('page_size')).toBe(8192);
  expect(db.column('SELECT vec_version()')[0]).toMatch(/^v\d/);
  db.close();
});

test('throws when a write that returns its row can’t be committed', async () => {
  const db = await openTemporary();
  // Checked by the commit, so that it fails after the row was returned, as on a full disk.
  const defer = () => db.execute('PRAGMA defer_foreign_keys = ON');
  const project = { userId: 999, name: 'p', description: null, createdAt: 0, updatedAt: 0 };
  const insert = db.sql.insertInto('projects').values(project).returningAll();
  defer();
  expect(() => db.get(insert)).toThrow('FOREIGN KEY');
  defer();
  expect(() => db.all(insert)).toThrow('FOREIGN KEY');
  expect(db.column('SELECT count(*) FROM projects')).toEqual([0]);
  db.close();
});

test('rolls back a transaction that throws, and only the inner one of nested transactions', async () => {
  const db = await openTemporary();
  const add = (key: string) => db.run(db.sql.insertInto('settings').values({ key, value: '1', updatedAt: 0 }));
  const keys = () => db.column('SELECT key FROM settings ORDER BY key');
  const fails = (key: string) => () => {
    add(key);
    throw new Error('no');
  };
  expect(() => db.transaction(fails('a'))).toThrow('no');
  expect(keys()).toEqual([]);
  db.transaction(() => {
    add('b');
    expect(() => db.transaction(fails('c'))).toThrow('no');
    add('d');
  });
  expect(keys()).toEqual(['b', 'd']);
  db.close();
});

test('runs commit hooks once after the commit, never after a rollback', async () => {
  const db = await openTemporary();
  const ran: string[] = [];
  const note = (text: string) => db.afterCommit(() => ran.push(text));
  note('outside');
  db.transaction(() => {
    note('outer');
    expect(() =>
      db.transaction(() => {
        note('undone');
        throw new Error('no');
      }),
    ).toThrow();
    db.transaction(() => note('inner'));
    expect(ran).toEqual(['outside']);
  });
  expect(ran).toEqual(['outside', 'outer', 'inner']);
  expect(() =>
    db.transaction(() => {
      note('lost');
      throw new Error('no');
    }),
  ).toThrow();
  db.transaction(() => {});
  expect(ran).toEqual(['outside', 'outer', 'inner']);
  db.close();
});

test('reports every statement to the observer', async () => {
  const seen: string[] = [];
  const db = await openTemporary((sql) => seen.push(sql));
  db.all(db.sql.selectFrom('users').selectAll());
  db.get(db.sql.selectFrom('users').selectAll());
  db.run(db.sql.deleteFrom('users'));
  db.column('SELECT 1');
  expect(seen).toHaveLength(4);
  db.close();
});
