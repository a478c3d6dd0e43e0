import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { removeFile, removeFolder } from '../../src/files/remove.ts';
import { replaceFile } from '../../src/files/replace.ts';
import { hold, imitate } from '../fixtures/other-systems.ts';
import { tempFolder } from '../fixtures/temp.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('../fixtures/other-systems.ts')).otherSystem(await original()),
);

let folder: string;
let from: string;
let to: string;

beforeEach(async () => {
  folder = await tempFolder();
  from = join(folder, 'new');
  to = join(folder, 'old');
  await fs.writeFile(from, 'new');
  await fs.writeFile(to, 'old');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Lets time pass in steps until the work settles. @returns how long it took in milliseconds, and its error */
async function settled(work: Promise<unknown>): Promise<{ ms: number; error?: unknown }> {
  let result: { error?: unknown } | undefined;
  work.then(
    () => {
      result = {};
    },
    (error: unknown) => {
      result = { error };
    },
  );
  for (let ms = 0; ; ms += 10) {
    // Calls of the real file system end between steps.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (result) return { ms, ...result };
    await vi.advanceTimersByTimeAsync(10);
  }
}

it.each(['EPERM', 'EACCES', 'EBUSY'])(
  'waits for a virus scanner that opens a file for three seconds (%s)',
  async (code) => {
    imitate({ platform: 'win32' });
    const close = hold(to, code);
    setTimeout(close, 3000);
    const { ms, error } = await settled(replaceFile(from, to));
    expect(error).toBeUndefined();
    expect(ms).toBeGreaterThanOrEqual(3000);
    expect(await fs.readFile(to, 'utf8')).toBe('new');
  },
);

it('reports a file that remains open as a conflict, and leaves both as they were', async () => {
  imitate({ platform: 'win32' });
  hold(to, 'EPERM');
  const { ms, error } = await settled(replaceFile(from, to));
  expect(error).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('“old” is open'),
    cause: { code: 'EPERM' },
  });
  expect(ms).toBeGreaterThan(9000);
  expect(await fs.readFile(to, 'utf8')).toBe('old');
  expect(await fs.readFile(from, 'utf8')).toBe('new');
});

it('waits for files and folders that are deleted', async () => {
  imitate({ platform: 'win32' });
  const close = hold(to);
  setTimeout(close, 100);
  expect(await settled(removeFile(to))).not.toHaveProperty('error');
  hold(from);
  expect(await settled(removeFolder(folder))).toMatchObject({ error: { code: 'conflict' } });
});

it('does not wait for permissions elsewhere than on Windows', async () => {
  imitate({ platform: 'linux' });
  hold(to, 'EACCES');
  expect(await settled(replaceFile(from, to))).toMatchObject({ ms: 0, error: { code: 'EACCES' } });
  expect(await settled(removeFile(to))).toMatchObject({ ms: 0, error: { code: 'EACCES' } });
});

it('deletes nothing without an error', async () => {
  await removeFile(join(folder, 'missing'));
  await removeFolder(join(folder, 'missing'));
  await expect(replaceFile(join(folder, 'missing'), to)).rejects.toMatchObject({ code: 'ENOENT' });
});
