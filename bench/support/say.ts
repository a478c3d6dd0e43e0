import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sound } from '../../test/fixtures/sounds.ts';
import { readSound } from './read-sound.ts';

const run = promisify(execFile);

/** Speech of `espeak-ng`, or `flite` where the voice is one of its; null if the program isn't installed. */
export async function say(program: 'espeak-ng' | 'flite', voice: string, text: string): Promise<Sound | null> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  const path = join(folder, 'said.wav');
  try {
    await (program === 'flite'
      ? run('flite', ['-voice', voice, '-t', text, '-o', path])
      : run('espeak-ng', ['-v', voice, '-s', '140', '-w', path, text]));
    return await readSound(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
