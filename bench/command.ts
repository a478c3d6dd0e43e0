import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMedia } from '../test/fixtures/media.ts';
import { texture } from '../test/fixtures/pictures.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { BUSY_RATE, busyPictures } from './support/busy-pictures.ts';
import { decodeSeconds } from './support/decode-alone.ts';
import { writePreviewClip } from './support/preview-clips.ts';
import { writeRepeated } from './support/repeat-clip.ts';
import { type Cost, runProgram } from './support/run-program.ts';

export const name = 'command: analyze --modules scenes, from start to end, relative to decoding (headless build)';

/** Never used in development. */
const SEED = 79;

/** Clips as they are repeated, without encoding them again, to their length. */
const CLIPS = [
  { label: '1080p, 3 minutes', seconds: 12, minutes: 3, rounds: 3, write: writeBusy },
  { label: '720p, 30 minutes', seconds: 240, minutes: 30, rounds: 1, write: writeShots },
  { label: '720p of little detail, 30 minutes', seconds: 240, minutes: 30, rounds: 1, write: writeStills },
];
const SECOND_ROUNDS = 5;
/** Shots without movement last this long, in seconds. */
const SHOT_SECONDS = 8;

/**
 * Compares the command with decoding the same file alone, in turn; and measures it for a clip of one second, which
 * shows what doesn't depend on length.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-command-'));
  try {
    const entry = buildHeadless();
    const analyze = (path: string, library: string, ...options: string[]) => [
      entry,
      'analyze',
      path,
      '--quiet',
      '--data-dir',
      join(folder, library),
      ...options,
    ];
    for (const { label, seconds, minutes, rounds, write } of CLIPS) {
      const [clip, path] = [join(folder, 'clip.mp4'), join(folder, `${label}.mp4`)];
      await write(clip, seconds);
      await writeRepeated(path, clip, (minutes * 60) / seconds, seconds);
      const [alone, whole]: [Cost[], Cost[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        alone.push(await decode(path));
        whole.push(await runProgram(analyze(path, `data ${round} ${label}`, '--modules', 'scenes')));
      }
      report.figure(`${label}: decoding alone`, `${medianOf(alone, 'seconds').toFixed(1)} s`);
      const ratio = (key: keyof Cost) => (medianOf(whole, key) / medianOf(alone, key)).toFixed(2);
      report.figure('  the whole command, relative to decoding', ratio('seconds'), '<= 1.2');
      report.figure('  the same in processor time', ratio('processorSeconds'));
    }
    const path = join(folder, 'second.mp4');
    await writeBusy(path, 1);
    for (const [label, library] of [
      ['a new library', (round: number) => `new ${round}`],
      ['the same library', () => 'new 0'],
    ] as const) {
      const times: Cost[] = [];
      for (let round = 0; round < SECOND_ROUNDS; round++) {
        times.push(await runProgram(analyze(path, library(round), '--again')));
      }
      const { peakMb } = await runProgram(analyze(path, library(SECOND_ROUNDS), '--again'), { memory: true });
      report.figure(`1 s of 1080p, all default modules, ${label}`, `${medianOf(times, 'seconds').toFixed(1)} s`);
      report.figure('  peak of all its processes', peakMb ? `${peakMb.toFixed(0)} MB` : 'unknown');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function decode(path: string): Promise<Cost> {
  const before = process.cpuUsage();
  const seconds = await decodeSeconds(path);
  const { user, system } = process.cpuUsage(before);
  return { seconds, processorSeconds: (user + system) / 1e6 };
}

const medianOf = (runs: readonly Cost[], key: keyof Cost): number =>
  percentile(
    runs.map((run) => run[key] ?? Number.NaN),
    0.5,
  );

async function writeBusy(path: string, seconds: number): Promise<void> {
  const [width, height] = [1920, 1080];
  const pictures = busyPictures(width, height, seconds, 3);
  await writeMedia(path, { video: { width, height, frameRate: BUSY_RATE, pictures, crf: 23 } });
}

async function writeShots(path: string, seconds: number): Promise<void> {
  await writePreviewClip(path, { seconds, gop: 250, keyFrames: 'cuts', seed: SEED });
}

/** Shots without camera or object movement, of which a minute takes about 2 MB: as little as there is to decode. */
async function writeStills(path: string, seconds: number): Promise<void> {
  const [width, height] = [1280, 720];
  const pictures = function* () {
    for (let shot = 0; shot * SHOT_SECONDS < seconds; shot++) {
      const still = texture(width, height, shot % 20);
      for (let i = 0; i < SHOT_SECONDS * BUSY_RATE; i++) yield still;
    }
  };
  await writeMedia(path, { video: { width, height, frameRate: BUSY_RATE, pictures: pictures(), crf: 30 } });
}
