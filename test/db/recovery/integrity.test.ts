import { closeSync, openSync, writeSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/db/index.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { addProcessed, addUser, testStore } from '../store-fixture.ts';

const PAGE = 8192;

/** A library with 1,500 embeddings, and the number of each leaf page of a table. */
async function library() {
  const { store, path } = await testStore();
  const userId = addUser(store);
  for (let i = 0; i < 3; i++) {
    const texts = Array.from({ length: 500 }, (_, n) => `finding ${n} of video ${i}`);
    addProcessed(store, userId, texts, { vectors: texts.map((_, n) => Float32Array.of(1, n, i, 0)) });
  }
  store.close();
  const leaves = (table: string): number[] => {
    const database = new BetterSqlite3(path, { readonly: true });
    const query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno";
    const found = database.prepare(query).pluck().all(table) as number[];
    database.close();
    return found;
  };
  return { path, leaves };
}

async function problemsOf(path: string, full: boolean): Promise<string[]> {
  const db = openDatabase({ path });
  const problems = await db.problems(full);
  db.close();
  return problems;
}

test('finds a damaged page of embeddings, beyond the first slice, and of other tables', async () => {
  for (const table of ['vectors', 'segments']) {
    const { path, leaves } = await library();
    for (const full of [false, true]) expect(await problemsOf(path, full)).toEqual([]);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (leaves(table).at(-1)! - 1) * PAGE);
    closeSync(file);
    for (const full of [false, true]) expect((await problemsOf(path, full)).length, table).toBeGreaterThan(0);
  }
});

test.each([false, true])('fills a damaged search index again (full check: %s)', async (full) => {
  const { path } = await library();
  const intact = openStore({ path });
  expect(await intact.repairSearchIndex(full)).toBe(false);
  intact.close();
  const database = new BetterSqlite3(path);
  database.unsafeMode();
  const entries = 'SELECT max(id) FROM segmentsFts_data';
  database.exec(`UPDATE segmentsFts_data SET block = zeroblob(length(block)) WHERE id = (${entries})`);
  database.close();
  const store = openStore({ path });
  expect(await store.repairSearchIndex(full)).toBe(true);
  expect(await store.repairSearchIndex(full)).toBe(false);
  expect(store.search.frequency('video')).toBe(1500);
  store.close();
});
