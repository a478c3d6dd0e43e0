import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sound } from '../../test/fixtures/sounds.ts';
import { readSound } from './read-sound.ts';

/** FFmpeg's format tag of G.722 in a WAVE file. */
const G722_TAG = 0x028f;

/** Reads raw G.722 files (16 kHz, 64 kbit/s), a format without a header, one after the other. */
export async function readG722(paths: readonly string[]): Promise<Sound> {
  const data = Buffer.concat(paths.map((path) => readFileSync(path)));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(G722_TAG, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(4, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  const folder = mkdtempSync(join(tmpdir(), 'g722-'));
  try {
    const path = join(folder, 'sound.wav');
    writeFileSync(path, Buffer.concat([header, data]));
    return await readSound(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
