import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMedia } from '../test/fixtures/media.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { BUSY_RATE, busyPictures } from './support/busy-pictures.ts';
import { decodeSeconds } from './support/decode-alone.ts';
import { writePreviewClip } from './support/preview-clips.ts';
import { writeRepeated } from './support/repeat-clip.ts';

export const name = 'command: analyze --modules scenes, from start to end, relative to decoding (headless build)';

/** Never used in development. */
const SEED = 79;

/**
 * Compares the command with decoding the same file alone, in turn. The files repeat a clip without encoding it again.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-command-'));
  try {
    const entry = buildHeadless();
    for (const { label, seconds, minutes, rounds, write } of [
      { label: '1080p, 3 minutes', seconds: 12, minutes: 3, rounds: 3, write: writeBusy },
      { label: '720p, 30 minutes', seconds: 240, minutes: 30, rounds: 1, write: writeShots },
    ]) {
      const [clip, path] = [join(folder, 'clip.mp4'), join(folder, `${label}.mp4`)];
      await write(clip, seconds);
      await writeRepeated(path, clip, (minutes * 60) / seconds, seconds);
      const [alone, whole]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        alone.push(await decodeSeconds(path));
        whole.push(await commandSeconds(entry, path, join(folder, `data ${round} ${label}`)));
      }
      report.figure(`${label}: decoding alone`, `${percentile(alone, 0.5).toFixed(1)} s`);
      const ratio = percentile(whole, 0.5) / percentile(alone, 0.5);
      report.figure('  the whole command, relative to decoding', ratio.toFixed(2), '<= 1.2');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeBusy(path: string, seconds: number): Promise<void> {
  const [width, height] = [1920, 1080];
  const pictures = busyPictures(width, height, seconds, 3);
  await writeMedia(path, { video: { width, height, frameRate: BUSY_RATE, pictures, crf: 23 } });
}

async function writeShots(path: string, seconds: number): Promise<void> {
  await writePreviewClip(path, { seconds, gop: 250, keyFrames: 'cuts', seed: SEED });
}

/** @throws Error if the command fails */
async function commandSeconds(entry: string, path: string, library: string): Promise<number> {
  const started = performance.now();
  const args = [entry, 'analyze', path, '--modules', 'scenes', '--quiet', '--data-dir', library];
  const [code] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`The command exited with code ${code}.`);
  return (performance.now() - started) / 1000;
}
