import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { filterWords } from '../../src/base/page.ts';
import { pageRequest, readPages } from '../fixtures/page.ts';
import { addUser, addVideo, testStore } from './store-fixture.ts';

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

test.each(['-created_at', 'created_at', 'name', '-name', 'duration', '-status', 'file_size'])(
  'pages of videos sorted by %s make up the list',
  async (sort) => {
    const { store } = await testStore();
    const userId = addUser(store);
    for (const [i, name] of ['Zug', 'Élan', 'apfel', 'Berg', 'elan'].entries())
      addVideo(store, userId, name, 10 * (i % 2));
    addVideo(store, addUser(store, 'other'), 'foreign');
    const whole = names(store.videos.list(userId, {}, pageRequest({ sort })));
    expect(whole).toHaveLength(5);
    const pages = readPages((page) => store.videos.list(userId, {}, page), { sort });
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(names(pages.flat())).toEqual(whole);
    if (sort === 'name') expect(whole).toEqual(['apfel', 'Berg', 'Élan', 'elan', 'Zug']);
    expect(Object.keys(pages[0]![0]!)).not.toContain('pageValue');
  },
);

test('videos that come and go between pages are neither repeated nor skipped', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  for (const name of ['a', 'b', 'c', 'd', 'e']) addVideo(store, userId, name);
  const pages = readPages(
    (page) => store.videos.list(userId, {}, page),
    {},
    ([first, last]) => {
      store.videos.trash(userId, first!.jobId);
      store.videos.trash(userId, last!.jobId);
      addVideo(store, userId, 'new');
    },
  );
  expect(pages.map(names)).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
});

test('words are looked up in all names, whatever their case and accents', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId, 'Ölhafen Straße');
  store.videos.update(userId, video.jobId, { description: 'Rotterdam' });
  addVideo(store, userId, '100%');
  const found = (text: string) => names(store.videos.list(userId, {}, pageRequest({ words: filterWords(text) })));
  expect(found('STRASSE rotterdam')).toEqual(['Ölhafen Straße']);
  expect(found('olhafen')).toEqual(['Ölhafen Straße']);
  expect(found('%')).toEqual(['100%']);
  expect(found('_')).toEqual([]);
});

test('a page of a long list is read from an index, not sorted out of all rows', async () => {
  const statements: string[] = [];
  const { store, path } = await testStore({ onStatement: (sql) => statements.push(sql) });
  const userId = addUser(store);
  for (let i = 0; i < 60; i++) addVideo(store, userId, `video ${i}`);
  const read = (page: Parameters<typeof store.videos.list>[2]) => {
    statements.length = 0;
    const rows = store.videos.list(userId, {}, page);
    return { rows, sql: statements.at(-1)! };
  };
  const first = read(pageRequest({ limit: 50 }));
  expect(first.rows).toHaveLength(50);
  const next = read(pageRequest({ limit: 50, after: [first.rows.at(-1)!.id, first.rows.at(-1)!.id] }));
  expect(next.rows).toHaveLength(10);
  const inspected = new BetterSqlite3(path, { readonly: true });
  for (const [sql, range] of [
    [first.sql, '(userId=?)'],
    [next.sql, '(userId=? AND id<?)'],
  ] as const) {
    const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    const plan = inspected.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    expect(sql).toContain('limit ?');
    expect(plan.map(({ detail }) => detail)).toEqual([`SEARCH videos USING INDEX videosOutOfTrash ${range}`]);
  }
  inspected.close();
});
