import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { probe } from '../../src/media/probe.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** IVF of VP8 key frames without an average frame rate. */
function ivf(frames: number, rate: number): Buffer {
  const header = Buffer.alloc(32);
  header.write('DKIF\0\0\x20\0VP80', 'latin1');
  header.writeUInt16LE(64, 12);
  header.writeUInt16LE(48, 14);
  header.writeUInt32LE(rate, 16);
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(frames, 24);
  const packets = Array.from({ length: frames }, (_, i) => {
    const data = Buffer.concat([Buffer.from('1002009d012a40003000', 'hex'), Buffer.alloc(40, 0x47)]);
    const head = Buffer.alloc(12);
    head.writeUInt32LE(data.length, 0);
    head.writeUInt32LE(i, 4);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, ...packets]);
}

it.each([24, 30])('a format of a constant rate states %i frames a second', async (rate) => {
  const path = join(await tempFolder(), 'clip.ivf');
  await writeFile(path, ivf(rate, rate));
  expect((await probe(path)).video?.frameRate).toBe(rate);
});
