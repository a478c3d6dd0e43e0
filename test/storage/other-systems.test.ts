import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyDurably, sameContent } from '../../src/storage/disk.ts';
import { sanitizeFileName } from '../../src/storage/names.ts';
import { ObjectStore } from '../../src/storage/object-store.ts';
import { hold, imitate } from '../fixtures/other-systems.ts';
import { tempFolder } from '../fixtures/temp.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('../fixtures/other-systems.ts')).otherSystem(await original()),
);

const path = { userId: 1, fileName: 'clip.mp4' };
const limits = { maxBytes: 1000, expectedBytes: undefined };
let root: string;
let store: ObjectStore;

beforeEach(async () => {
  root = await tempFolder();
  store = await ObjectStore.open(join(root, 'storage'));
});

const put = (text: string) => store.put(path, Readable.from([Buffer.from(text)]), limits);
const stored = async () => fs.readFile((await store.find(path))!.file, 'utf8');
const source = async (text = 'data', name = 'source.mp4'): Promise<string> => {
  await fs.writeFile(join(root, name), text);
  return join(root, name);
};

describe('without hard links', () => {
  it.each(['EISDIR', 'EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS'])(
    'stores uploads and imports (%s)',
    async (link) => {
      imitate({ link });
      await put('data');
      expect(await stored()).toBe('data');
      const imported = await store.importFile(await source(), { userId: 1, fileName: 'imported.mp4' });
      expect(await fs.readFile(imported.file, 'utf8')).toBe('data');
      await expect(put('other')).rejects.toMatchObject({ code: 'conflict' });
      expect(await stored()).toBe('data');
      expect(await fs.readdir(join(root, 'storage/incoming'))).toEqual([]);
    },
  );

  it("stores into a user's folder on another disk", async () => {
    imitate({ disk: join(root, 'storage/users') });
    await put('data');
    expect(await stored()).toBe('data');
    await expect(put('other')).rejects.toMatchObject({ code: 'conflict' });
    expect(await fs.readdir(join(root, 'storage/users/1'))).toEqual(['clip.mp4']);
  });
});

describe('on Windows', () => {
  it('closes files before it renames and deletes them', async () => {
    imitate({ platform: 'win32', holdsOpenFiles: true, link: 'EISDIR' });
    await put('data');
    expect(await stored()).toBe('data');
    await store.append({ userId: 1, fileName: 'parts.mp4' }, Readable.from([Buffer.from('a')]), {
      ...limits,
      offset: 0,
      isLast: false,
    });
    await store.append({ userId: 1, fileName: 'parts.mp4' }, Readable.from([Buffer.from('b')]), {
      ...limits,
      offset: 1,
      isLast: true,
    });
    expect((await store.list(1)).map((each) => each.path.fileName)).toEqual(['clip.mp4', 'parts.mp4']);
    await store.remove(path);
    expect(await store.find(path)).toBeUndefined();
  });

  it('deletes a file once its reader has ended', async () => {
    imitate({ platform: 'win32' });
    const { file } = await put('data');
    const close = hold(file);
    const removed = store.remove(path);
    setTimeout(close, 50);
    await removed;
    expect(await store.find(path)).toBeUndefined();
  });
});

describe('copies', () => {
  it.each([undefined, 'EPERM', 'ENOTSUP'])('a read-only file (chmod: %s)', async (chmod) => {
    const file = await source();
    await fs.chmod(file, 0o444);
    if (chmod) imitate({ chmod });
    const asUser = process.getuid?.() === 0;
    if (asUser) for (const each of [root, join(root, 'storage')]) await fs.chown(each, 65_534, 65_534);
    if (asUser) process.seteuid?.(65_534);
    try {
      await copyDurably(file, join(root, 'copy.mp4'));
    } finally {
      if (asUser) process.seteuid?.(0);
    }
    expect(await fs.readFile(join(root, 'copy.mp4'), 'utf8')).toBe('data');
  });

  it('tells files apart whose numbers differ in the last bits only', async () => {
    const [one, two] = [await source('one!', 'one'), await source('two!', 'two')];
    const real = await fs.stat(one, { bigint: true });
    const spy = vi.spyOn(fs, 'stat').mockImplementation((async (file: string, options?: { bigint?: boolean }) => {
      const ino = file === one ? 2n ** 60n : 2n ** 60n + 1n;
      return options?.bigint ? { dev: real.dev, ino, size: 4n } : { dev: Number(real.dev), ino: Number(ino), size: 4 };
    }) as never);
    try {
      expect(await sameContent(one, two)).toBe(false);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('where names are the same in any case and composition', () => {
  it('never reserves or overwrites the name of another file', async () => {
    imitate({ foldsNames: true, platform: 'darwin' });
    const decomposed = 'Zu\u0308rich.mp4';
    const name = sanitizeFileName(decomposed);
    expect(name).toBe('Z\u00fcrich.mp4');
    const first = await store.reserve(1, decomposed, Date.now() + 1000, () => false);
    await store.put(first, Readable.from([Buffer.from('one')]), limits);
    const second = await store.reserve(1, 'Z\u00dcRICH.MP4', Date.now() + 1000, () => false);
    expect(second.fileName).toBe('Z\u00dcRICH-2.MP4');
    await expect(
      store.put({ userId: 1, fileName: 'z\u00fcrich.mp4' }, Readable.from([Buffer.from('two')]), limits),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await fs.readFile(store.fileOf(first), 'utf8')).toBe('one');
  });

  it('lists files by the names that they were stored with', async () => {
    const composed = { userId: 1, fileName: 'Z\u00fcrich.mp4' };
    await store.put(composed, Readable.from([Buffer.from('one')]), limits);
    imitate({ foldsNames: true, platform: 'darwin' });
    expect((await store.list(1)).map((each) => each.path)).toEqual([composed]);
  });
});
