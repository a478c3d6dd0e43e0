import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../../src/db/index.ts';
import { salvage } from '../../../src/db/recovery/salvage.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { addProcessed, addUser, testStore } from '../store-fixture.ts';

const PAGE = 8192;

/** A library of 40 videos with 50 findings each, in one closed file. */
async function library() {
  const { store, path } = await testStore();
  const userId = addUser(store);
  for (let i = 0; i < 40; i++) {
    const texts = Array.from({ length: 50 }, (_, n) => `finding ${n} of video ${i} ${'filler '.repeat(10)}`);
    addProcessed(store, userId, texts, { vectors: texts.map((_, n) => Float32Array.of(1, n, i, 0)) });
  }
  store.close();
  return { path, userId, folder: await tempFolder() };
}

/** Overwrites pages (numbered from 1) with garbage. */
function harm(path: string, pages: readonly number[]): void {
  const file = openSync(path, 'r+');
  for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 0x5a), 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
}

/** Leaf pages of a table, by SQLite's page statistics where available, otherwise by their content. */
function pagesWith(path: string, text: string): number[] {
  const bytes = readFileSync(path);
  return Array.from({ length: bytes.length / PAGE }, (_, i) => i + 1).filter(
    (page) => bytes[(page - 1) * PAGE] === 0x0d && bytes.subarray((page - 1) * PAGE, page * PAGE).includes(text),
  );
}

describe('salvage', () => {
  test('copies everything of a sound database, and search works', async () => {
    const { path, userId, folder } = await library();
    const target = join(folder, 'new.db');
    expect(salvage(path, target).incomplete).toEqual([]);
    const store = openStore({ path: target });
    expect(store.videos.list(userId)).toHaveLength(40);
    expect(store.search.size()).toBeGreaterThanOrEqual(2000);
    expect(store.search.frequency('filler')).toBe(2000);
    expect(await store.problems(true)).toEqual([]);
    store.close();
  });

  test('loses only the rows of damaged pages, and nothing refers to them', async () => {
    const { path, userId, folder } = await library();
    const pages = pagesWith(path, 'filler ');
    expect(pages.length).toBeGreaterThan(12);
    for (const share of [1, 3]) {
      const copy = join(folder, `harmed-${share}.db`);
      copyFileSync(path, copy);
      const harmed = pages.filter((_, i) => i % 4 < share && i > 0).slice(0, 10 * share);
      harm(copy, harmed);
      const target = join(folder, `new-${share}.db`);
      const { rows, incomplete } = salvage(copy, target);
      expect(incomplete).toContain('segments');
      const perPage = 2000 / pages.length;
      expect(rows['segments']).toBeGreaterThan(2000 - harmed.length * perPage * 2);
      const store = openStore({ path: target });
      expect(store.videos.list(userId)).toHaveLength(40);
      expect(await store.problems(true)).toEqual([]);
      store.close();
      const database = new BetterSqlite3(target);
      expect(database.pragma('foreign_key_check')).toEqual([]);
      database.close();
    }
  });

  test('repairs rows whose JSON is broken, and drops those that would give more rights', async () => {
    const { path, userId, folder } = await library();
    const database = new BetterSqlite3(path);
    const key = database.prepare(
      "INSERT INTO apiKeys (userId, name, hash, prefix, createdAt, scope, projectIds) VALUES (?, ?, ?, 'p', 1, 'read', ?)",
    );
    key.run(userId, 'confined', 'a', '[1]');
    key.run(userId, 'broken', 'b', '[1');
    database.exec(`UPDATE segments SET data = '{"label' WHERE id = 1; UPDATE videos SET media = '{' WHERE id = 2`);
    database.close();
    const target = join(folder, 'new.db');
    expect(salvage(path, target).incomplete.sort()).toEqual(['apiKeys', 'segments', 'videos']);
    const store = openStore({ path: target });
    expect(store.videos.list(userId)).toHaveLength(40);
    expect(store.apiKeys.list(userId).map(({ name }) => name)).toEqual(['confined']);
    store.close();
  });

  extendedTest('survives random damage, or says that nothing is left', async () => {
    const { path, folder } = await library();
    const total = readFileSync(path).length / PAGE;
    let repaired = 0;
    for (let round = 0; round < 12; round++) {
      const copy = join(folder, `round-${round}.db`);
      copyFileSync(path, copy);
      // A fixed sequence, so that a failure can be repeated.
      harm(
        copy,
        [0, 1, 2].map((i) => 2 + ((round * 7919 + i * 104_729) % (total - 1))),
      );
      try {
        salvage(copy, join(folder, `new-${round}.db`));
        repaired++;
      } catch (error) {
        expect(error).toMatchObject({ code: 'library_damaged' });
      }
    }
    expect(repaired).toBeGreaterThan(9);
  });
});
