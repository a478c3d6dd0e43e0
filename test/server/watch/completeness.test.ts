import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { incompletenessOf } from '../../../src/server/watch/completeness.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { repeat, solid } from '../../fixtures/pictures.ts';
import { sine } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

async function made(name: string): Promise<Buffer> {
  const path = join(await tempFolder(), name);
  const video = { width: 64, height: 48, frameRate: 10, pictures: repeat(solid(64, 48, [9, 99, 9]), 20) };
  const audio = { sampleRate: 8000, samples: sine(440, 2, 8000), codec: 'pcm_s16le' } as const;
  await writeMedia(path, name.endsWith('.wav') ? { audio } : { video });
  return fs.readFile(path);
}

async function incomplete(content: Buffer) {
  const path = join(await tempFolder(), 'file');
  await fs.writeFile(path, content);
  await using file = await fs.open(path);
  return await incompletenessOf(file);
}

it.each(['clip.mp4', 'clip.mov', 'clip.mkv', 'clip.avi', 'clip.ts', 'sound.wav'])('%s is complete', async (name) => {
  expect(await incomplete(await made(name))).toBeUndefined();
});

it.each([
  ['clip.mp4', 'index'],
  ['clip.mov', 'index'],
  ['clip.mkv', 'cut'],
  ['clip.avi', 'cut'],
  ['sound.wav', 'cut'],
  // A transport stream states no size.
  ['clip.ts', undefined],
])('half of %s: %s', async (name, reason) => {
  const content = await made(name);
  expect(await incomplete(content.subarray(0, content.length / 2))).toBe(reason);
});

it('a recording whose header states no size yet is incomplete', async () => {
  const content = await made('sound.wav');
  content.writeUInt32LE(0, 4);
  expect(await incomplete(content)).toBe('cut');
});

it('an index at the start, without the end of the data', async () => {
  const content = await made('clip.mp4');
  const [type, moov] = [content.indexOf('mdat') - 4, content.indexOf('moov') - 4];
  const fast = Buffer.concat([content.subarray(0, type), content.subarray(moov), content.subarray(type, moov)]);
  expect(await incomplete(fast)).toBeUndefined();
  expect(await incomplete(fast.subarray(0, -20))).toBe('cut');
});

it.each([
  ['zeros', Buffer.alloc(100_000), 'zeros'],
  ['an end of zeros', Buffer.concat([Buffer.from('content'), Buffer.alloc(5000)]), 'zeros'],
  ['text', Buffer.from('no video'), undefined],
  [
    'bytes that look like boxes at first',
    Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x09moov.', 'latin1'), Buffer.alloc(9, 7)]),
    undefined,
  ],
  ['a damaged header of Matroska', Buffer.from('1a45dfa30018538067', 'hex'), undefined],
])('%s', async (_, content, reason) => {
  expect(await incomplete(content)).toBe(reason);
});
