import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toStorageError, withCopyProgress } from '../../src/storage/disk.ts';
import { ObjectStore } from '../../src/storage/object-store.ts';
import { parseObjectPath } from '../../src/storage/paths.ts';
import { waitUntil } from '../fixtures/wait.ts';

let root: string;
let store: ObjectStore;
const path = { userId: 1, fileName: 'a.mp4' };
const limits = { maxBytes: 1000, expectedBytes: undefined };
const never = () => false;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'reelscope-objects-'));
  store = await ObjectStore.open(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const orphans = () => readdir(join(root, 'incoming'));
const from = (...chunks: string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

describe('put', () => {
  test('stores the complete content', async () => {
    const stored = await store.put(path, from('hello ', 'world'), { maxBytes: 1000, expectedBytes: 11 });
    expect(stored.sizeBytes).toBe(11);
    expect(await text(await store.read((await store.find(path))!))).toBe('hello world');
    expect(await text(await store.read(stored, { start: 6, end: 8 }))).toBe('wor');
    expect(await orphans()).toEqual([]);
  });

  test('stores nothing of an interrupted upload', async () => {
    const source = new Readable({ read() {} });
    const done = store.put(path, source, limits);
    source.push(Buffer.from('half'));
    source.destroy(new Error('gone'));
    await expect(done).rejects.toMatchObject({ code: 'incomplete_upload' });
    expect(await store.find(path)).toBeUndefined();
    expect(await orphans()).toEqual([]);
  });

  test.each([[9], [12]])('stores nothing if %i bytes were announced and 11 arrive', async (expectedBytes) => {
    const done = store.put(path, from('hello ', 'world'), { maxBytes: 1000, expectedBytes });
    await expect(done).rejects.toMatchObject({ code: 'incomplete_upload' });
    expect(await store.find(path)).toBeUndefined();
  });

  test('stores nothing beyond the limit, announced or not', async () => {
    await expect(store.put(path, from('x'.repeat(1001)), limits)).rejects.toMatchObject({ code: 'too_large' });
    const announced = store.put(path, from('x'), { maxBytes: 1000, expectedBytes: 1001 });
    await expect(announced).rejects.toMatchObject({ code: 'too_large' });
    expect(await orphans()).toEqual([]);
  });

  test('ends an upload of unknown size before the disk is full', async () => {
    let free = 257 * 1024 * 1024;
    const small = await ObjectStore.open(root, undefined, async () => free);
    expect((await small.put(path, from('x'), limits)).sizeBytes).toBe(1);
    const huge = Readable.from(
      (function* () {
        for (let megabytes = 0; megabytes < 40; megabytes++) {
          free -= 1024 * 1024;
          yield Buffer.alloc(1024 * 1024);
        }
      })(),
    );
    const done = small.put({ userId: 1, fileName: 'b.mp4' }, huge, { maxBytes: 2 ** 40, expectedBytes: undefined });
    await expect(done).rejects.toMatchObject({ code: 'storage_full' });
    expect(await orphans()).toEqual([]);
  });

  test('rejects an upload in advance if its announced size exceeds the disk', async () => {
    const done = store.put(path, from('x'), { maxBytes: 2 ** 60, expectedBytes: 2 ** 59 });
    await expect(done).rejects.toMatchObject({ code: 'storage_full' });
  });

  test('reports a disk that fills up during an upload as storage_full', () => {
    expect(toStorageError(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toMatchObject({ code: 'storage_full' });
    expect(toStorageError(Object.assign(new Error('x'), { code: 'EDQUOT' }))).toMatchObject({ code: 'storage_full' });
  });

  test('never overwrites, also with concurrent uploads', async () => {
    const both = await Promise.allSettled([store.put(path, from('one'), limits), store.put(path, from('two'), limits)]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(store.put(path, from('three'), limits)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('reserve', () => {
  test('numbers names that are taken by a file, a reservation, or a record', async () => {
    const later = Date.now() + 1000;
    expect((await store.reserve(1, 'a.mp4', later, never)).fileName).toBe('a.mp4');
    expect((await store.reserve(1, 'a.mp4', later, never)).fileName).toBe('a-2.mp4');
    await store.put({ userId: 1, fileName: 'b.mp4' }, from('x'), limits);
    expect((await store.reserve(1, 'b.mp4', later, never)).fileName).toBe('b-2.mp4');
    const recorded = await store.reserve(1, 'c.mp4', later, ({ fileName }) => fileName === 'c.mp4');
    expect(recorded.fileName).toBe('c-2.mp4');
    expect((await store.reserve(2, 'a.mp4', later, never)).fileName).toBe('a.mp4');
  });

  test('releases a name when its reservation expires or is canceled', async () => {
    let now = 500;
    const timed = await ObjectStore.open(root, { now: () => now });
    const first = await timed.reserve(1, 'a.mp4', 1000, never);
    now = 2000;
    expect((await timed.reserve(1, 'a.mp4', 3000, never)).fileName).toBe('a.mp4');
    timed.release(first);
    expect((await timed.reserve(1, 'a.mp4', 3000, never)).fileName).toBe('a.mp4');
  });
});

describe('import', () => {
  test('shares the bytes with the original, and leaves it unchanged', async () => {
    const original = join(root, 'original.mp4');
    await writeFile(original, 'movie');
    const stored = await store.importFile(original, path);
    expect(await readFile(stored.file, 'utf8')).toBe('movie');
    await store.remove(path);
    expect(await readFile(original, 'utf8')).toBe('movie');
    expect(await orphans()).toEqual([]);
  });

  test('rejects anything but a file', async () => {
    await expect(store.importFile(join(root, 'none'), path)).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.importFile(root, path)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('reports how far a copy is until it ends', async () => {
  const target = join(root, 'copy');
  const seen: number[] = [];
  await withCopyProgress(
    target,
    (bytes) => seen.push(bytes),
    async () => {
      await writeFile(target, '12345');
      await waitUntil(() => seen.includes(5), { timeout: 30_000 });
      await writeFile(target, '1234567890');
      await waitUntil(() => seen.includes(10), { timeout: 30_000 });
    },
  );
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

describe('stored objects', () => {
  test('exclude links and folders', async () => {
    await mkdir(join(root, 'users', '1', 'folder'), { recursive: true });
    await symlink('/etc/hostname', join(root, 'users', '1', 'link.mp4'));
    expect(await store.find({ userId: 1, fileName: 'link.mp4' })).toBeUndefined();
    expect(await store.find({ userId: 1, fileName: 'folder' })).toBeUndefined();
    const forged = { file: join(root, 'users', '1', 'link.mp4'), sizeBytes: 1, modifiedMs: 0 };
    await expect(store.read(forged)).rejects.toMatchObject({ code: 'ELOOP' });
  });

  test('can be removed once', async () => {
    await store.put(path, from('x'), limits);
    await store.remove(path);
    await expect(store.remove(path)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('exclude remains of uploads after opening', async () => {
    await writeFile(join(root, 'incoming', 'half'), 'x');
    await ObjectStore.open(root);
    expect(await orphans()).toEqual([]);
    expect((await stat(root)).isDirectory()).toBe(true);
  });
});

test.each([
  'users/2/a.mp4',
  'users/1/',
  'users/1/../2/a.mp4',
  'users/1/..',
  'users/1/.hidden',
  'users/01/a.mp4',
  '/users/1/a.mp4',
  'users/1/a/b.mp4',
  'users/1/a b.mp4',
  'users\\1\\a.mp4',
  'users/1/a\0.mp4',
  'users/1/con',
  'USERS/1/a.mp4',
  '',
  'users/1/cafe\u0301.mp4',
])('%j is not a path of user 1', (text) => {
  expect(() => parseObjectPath(text, 1)).toThrow(expect.objectContaining({ code: 'forbidden' }));
});
