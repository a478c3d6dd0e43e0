import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createStillsFolder } from '../../src/pipeline/stills-folder.ts';
import { solid } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

test('the thumbnail of a new file and that of its analysis are saved at once', async () => {
  const folder = await tempFolder();
  const still = { time: 0, ...solid(64, 36, [200, 40, 40]) };
  const processes = [createStillsFolder(folder, () => {}), createStillsFolder(folder, () => {})];
  await Promise.all(processes.map((stills) => stills.saveThumbnail(still)));
  expect(await readdir(folder)).toEqual(['poster.jpg']);
});
