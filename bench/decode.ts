import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeMedia } from '../test/fixtures/media.ts';
import { percentile, type Report } from './report.ts';
import { BUSY_RATE, busyPictures } from './support/busy-pictures.ts';
import { decodeSeconds } from './support/decode-alone.ts';
import { runScenes } from './support/run-scenes.ts';

export const name = 'decode: cost of shot detection relative to decoding';

const ROUNDS = 7;

/** Compares shot detection with decoding the same file by the same library and threads, interleaved in one run. */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    for (const [label, width, height, seconds, shot] of [
      ['busy 1080p', 1920, 1080, 12, 3],
      ['720p', 1280, 720, 24, 4],
      ['720p, shots of 0.5 s', 1280, 720, 24, 0.5],
    ] as const) {
      const path = join(folder, 'clip.mp4');
      await writeMedia(path, {
        video: { width, height, frameRate: BUSY_RATE, pictures: busyPictures(width, height, seconds, shot), crf: 23 },
      });
      const { alone, shots, processor } = await interleaved(path);
      report.figure(`${label}: decoding alone`, `${((alone / seconds / BUSY_RATE) * 1000).toFixed(2)} ms per frame`);
      report.figure(`${label}: with shot detection, relative to decoding`, (shots / alone).toFixed(2), '<= 1.1');
      report.figure('  the same in processor time', processor.toFixed(2), '<= 1.1');
    }
    for (const seconds of [20, 80]) {
      const path = join(folder, 'long.mp4');
      const pictures = busyPictures(1280, 720, seconds, 4);
      await writeMedia(path, { video: { width: 1280, height: 720, frameRate: BUSY_RATE, pictures, crf: 23 } });
      report.figure(`  peak memory of a process for ${seconds} s of 720p`, `${await peakMb(path)} MB`, 'no growth');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Peak resident memory, in MB, of a process that only detects shots; another one encoded the clips. */
async function peakMb(path: string): Promise<number> {
  const script = join(import.meta.dirname, 'support/scenes-peak.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, path]);
  return Number(stdout);
}

/** Median seconds of both, after one warm-up each, and the ratio of their processor times. */
async function interleaved(path: string): Promise<{ alone: number; shots: number; processor: number }> {
  const [alone, shots, aloneCpu, shotsCpu]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = -1; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const decoding = await decodeSeconds(path);
    const between = process.cpuUsage();
    const started = performance.now();
    await runScenes(path);
    const seconds = (performance.now() - started) / 1000;
    if (round < 0) continue;
    alone.push(decoding);
    shots.push(seconds);
    aloneCpu.push(between.user + between.system - before.user - before.system);
    const after = process.cpuUsage(between);
    shotsCpu.push(after.user + after.system);
  }
  const processor = percentile(shotsCpu, 0.5) / percentile(aloneCpu, 0.5);
  return { alone: percentile(alone, 0.5), shots: percentile(shots, 0.5), processor };
}
