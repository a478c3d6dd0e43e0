import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../fixtures/temp.ts';
import { findCrowdedFolders } from './crowded-folders.ts';

test('reports folders with more than 30 files, without those of their subfolders', async () => {
  const root = await tempFolder();
  for (const [folder, files] of [
    ['a', 31],
    ['a/b', 30],
    ['db/migrations', 31],
  ] as const) {
    await mkdir(join(root, folder), { recursive: true });
    await Promise.all(Array.from({ length: files }, (_, i) => writeFile(join(root, folder, `${i}.ts`), '')));
  }
  expect(findCrowdedFolders(root)).toEqual(['a: 31']);
});
