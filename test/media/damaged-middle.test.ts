import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { writeMedia } from '../fixtures/media.ts';
import { grain } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

const WIDTH = 96;
const HEIGHT = 64;

/** A transport stream whose frames all differ, so that it has many packets. */
async function recording(): Promise<{ path: string; bytes: Buffer }> {
  const path = join(await tempFolder(), 'recording.ts');
  const pictures = Array.from({ length: 60 }, (_, seed) => grain(WIDTH, HEIGHT, seed));
  await writeMedia(path, { video: { width: WIDTH, height: HEIGHT, frameRate: 10, gop: 30, pictures } });
  return { path, bytes: await readFile(path) };
}

const warningsOf = async (path: string) => {
  const { warnings, isIntact } = await runMediaPass(path, [{ needs: { luma: true }, onLuma: () => {} }]);
  return { isIntact, keys: warnings.map(({ text }) => text?.key) };
};

test('a file that is overwritten in the middle is reported as damaged', async () => {
  const { path, bytes } = await recording();
  expect(await warningsOf(path)).toEqual({ isIntact: true, keys: [] });
  const [from, to] = [0.6, 0.7].map((share) => Math.floor((bytes.length * share) / 188) * 188 + 94) as [number, number];
  for (let at = from; at < to; at++) bytes[at] = (at * 7919) & 0xff;
  await writeFile(path, bytes);
  expect(await warningsOf(path)).toEqual({ isIntact: false, keys: ['warning.damaged'] });
});

test('a recording that begins between key frames is not', async () => {
  const { path, bytes } = await recording();
  await writeFile(path, bytes.subarray(Math.floor(bytes.length / 4 / 188) * 188));
  expect((await warningsOf(path)).keys).not.toContain('warning.damaged');
});
