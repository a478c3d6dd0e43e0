import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { dataFolderError } from '../../../src/server/hosting/data-folder-error.ts';
import { startServer } from '../../../src/server/start.ts';
import { testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const start = (folder: string) =>
  startServer(testHost(folder), { port: 0 }).then(
    () => undefined,
    (error) => error,
  );

describe('a data folder that can’t be used is told in a sentence that helps', () => {
  it('a file, or below a file', async () => {
    const file = join(await tempFolder(), 'a');
    await writeFile(file, '');
    expect(await start(file)).toMatchObject({ code: 'forbidden', message: expect.stringContaining('is a file, not') });
    expect(await start(join(file, 'x'))).toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/can’t be made or written\. Choose another folder with --data-dir/),
    });
  });

  // Root can write anywhere.
  it.skipIf(process.getuid?.() === 0)('a folder without write permission', async () => {
    const folder = join(await tempFolder(), 'closed');
    await mkdir(folder, { mode: 0o500 });
    expect(await start(folder)).toMatchObject({ code: 'forbidden', message: expect.stringContaining('can’t be made') });
    await chmod(folder, 0o700);
  });

  it('rejects a file that is not a library', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'reelscope.db'), 'This is no database at all.'.repeat(200));
    expect(await start(folder)).toMatchObject({
      code: 'library_damaged',
      message: expect.stringContaining('is damaged'),
    });
  });

  it('a full disk, and what is no matter of the folder', () => {
    for (const code of ['ENOSPC', 'SQLITE_FULL', 'EDQUOT'])
      expect(dataFolderError(Object.assign(new Error('x'), { code }), '/d')).toMatchObject({ code: 'storage_full' });
    for (const code of ['EROFS', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'])
      expect(dataFolderError(Object.assign(new Error('x'), { code }), '/d')).toMatchObject({ code: 'forbidden' });
    for (const error of [new Error('x'), new ReelscopeError('conflict', 'x'), null, { code: 'EADDRINUSE' }])
      expect(dataFolderError(error, '/d')).toBeUndefined();
  });
});
