import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ObjectStore } from '../../src/storage/object-store.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** A folder on another file system than that of `folder`; undefined if there is none. */
async function otherFileSystem(folder: string): Promise<string | undefined> {
  const other = '/dev/shm';
  const [one, two] = await Promise.all([stat(folder), stat(other).catch(() => undefined)]);
  if (!two || one.dev === two.dev) return undefined;
  const path = await mkdtemp(join(other, 'reelscope-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

it('imports a read-only file from another file system', async (context) => {
  const folder = await tempFolder();
  const other = await otherFileSystem(folder);
  if (!other) return context.skip('This machine has no second file system at /dev/shm.');
  const source = join(other, 'clip.mp4');
  await writeFile(source, 'data');
  await chmod(source, 0o444);
  await chmod(other, 0o755);
  await chmod(folder, 0o777);
  // The superuser may write to read-only files.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    const store = await ObjectStore.open(join(folder, 'storage'));
    const stored = await store.importFile(source, { userId: 1, fileName: 'clip.mp4' });
    expect(await readFile(stored.file, 'utf8')).toBe('data');
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
