import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInside } from '../../src/storage/open-inside.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { noLinks } from '../fixtures/this-system.ts';

async function setUp() {
  const folder = await fs.realpath(await tempFolder());
  const watched = join(folder, 'watched');
  await fs.mkdir(join(watched, 'sub'), { recursive: true });
  await fs.mkdir(join(folder, 'private'));
  await fs.writeFile(join(folder, 'private/a.mp4'), 'private');
  await fs.writeFile(join(watched, 'sub/a.mp4'), 'public');
  return { folder, watched, path: join(watched, 'sub/a.mp4') };
}

describe.skipIf(noLinks)(`a file of a watched folder${noLinks}`, () => {
  it('is opened, also through a link to the folder itself', async () => {
    const { folder, watched, path } = await setUp();
    await fs.symlink(watched, join(folder, 'link'));
    for (const [top, at] of [
      [watched, path],
      [join(folder, 'link'), join(folder, 'link/sub/a.mp4')],
    ] as const) {
      const { file, real } = await openInside(top, at);
      expect([await file.readFile('utf8'), real]).toEqual(['public', path]);
      await file.close();
    }
  });

  it('is not opened if it became a link', async () => {
    const { folder, watched, path } = await setUp();
    await fs.rm(path);
    await fs.symlink(join(folder, 'private/a.mp4'), path);
    await expect(openInside(watched, path)).rejects.toMatchObject({ code: 'not_ready' });
  });

  it('is not opened if a folder on the way became a link', async () => {
    const { folder, watched, path } = await setUp();
    await fs.rm(join(watched, 'sub'), { recursive: true });
    await fs.symlink(join(folder, 'private'), join(watched, 'sub'));
    await expect(openInside(watched, path)).rejects.toMatchObject({ code: expect.stringMatching(/not_ready|ENOENT/) });
  });

  it('is not opened if it became a folder', async () => {
    const { watched, path } = await setUp();
    await fs.rm(path);
    await fs.mkdir(path);
    await expect(openInside(watched, path)).rejects.toThrow();
  });
});
