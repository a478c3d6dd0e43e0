import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { probe } from '../../src/media/probe.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, solid } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

async function recording(name: string): Promise<string> {
  const path = join(await tempFolder(), name);
  const pictures = repeat(solid(96, 64, [30, 120, 30]), 20);
  await writeMedia(path, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  return path;
}

it.each([
  ['cut off', async (path: string, bytes: Buffer) => truncate(path, bytes.indexOf('moov') - 4 - 100)],
  [
    'with zeros at its end',
    async (path: string, bytes: Buffer) => writeFile(path, bytes.fill(0, bytes.indexOf('moov') - 4)),
  ],
  [
    'preallocated, with the size of its data not yet written',
    async (path: string, bytes: Buffer) => {
      bytes.fill(0, bytes.indexOf('moov') - 4);
      bytes.writeUInt32BE(0, bytes.indexOf('mdat') - 4);
      await writeFile(path, bytes);
    },
  ],
])('says of a recording without its index that it was not finished: %s', async (_, damage) => {
  for (const name of ['clip.mp4', 'clip.mov']) {
    const path = await recording(name);
    await damage(path, await readFile(path));
    await expect(probe(path)).rejects.toMatchObject({
      code: 'unreadable_media',
      text: { key: 'media.unfinished' },
      message: expect.stringContaining('not finished'),
    });
  }
});

it('calls other damage by its name', async () => {
  const path = await recording('clip.mp4');
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xff, bytes.indexOf('moov') + 4, bytes.indexOf('moov') + 60));
  await expect(probe(path)).rejects.toMatchObject({
    code: 'unreadable_media',
    text: { key: expect.not.stringContaining('unfinished') },
  });
});
