import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import type { SegmentDraft } from '../src/contract/analysis/segment.ts';
import { openKeyFrameReader } from '../src/media/preview/key-frame-reader.ts';
import { ShotPreview } from '../src/modules/scenes/preview/shot-preview.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import type { Report } from './report.ts';
import { calmClips } from './support/calm-clips.ts';
import { decodeSeconds } from './support/decode-alone.ts';
import { writePreviewClip } from './support/preview-clips.ts';
import { writeRepeated } from './support/repeat-clip.ts';
import { runScenes } from './support/run-scenes.ts';

export const name = 'preview: first look at key frames, relative to decoding';

/** Held-out seeds, never used for tuning. */
const [LONG_SEED, CALM_SEEDS] = [77, [11, 12]];
const [CLIP_SECONDS, MINUTES] = [240, 60];
const ROUNDS = (MINUTES * 60) / CLIP_SECONDS;
/** Distance in seconds within which a cut counts as found. */
const TOLERANCE = 0.5;

/**
 * Compares the first look at an hour of 720p with decoding it. The hour repeats four minutes of 41 or so shots without
 * encoding them again: half of the files have key frames at cuts, as encoders place them, half at regular intervals
 * only.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    for (const keyFrames of ['regular', 'cuts'] as const) {
      for (const gop of [250, 50]) {
        const [clip, path] = [join(folder, 'clip.mp4'), join(folder, 'hour.mp4')];
        await writePreviewClip(clip, { seconds: CLIP_SECONDS, gop, keyFrames, seed: LONG_SEED });
        await writeRepeated(path, clip, ROUNDS, CLIP_SECONDS);
        const full = hardCuts(await runScenes(clip));
        const truth = Array.from({ length: ROUNDS }, (_, round) =>
          [...(round > 0 ? [0] : []), ...full].map((time) => time + round * CLIP_SECONDS),
        ).flat();
        const decoding = await decodeSeconds(path);
        const { seconds, shots, first } = await look(path);
        const { found, wrong } = compare(hardCuts(shots), truth);
        const label = `${MINUTES} min, GOP of ${gop}, ${keyFrames === 'cuts' ? 'key frames at cuts' : 'cuts inside'}`;
        report.figure(label, `${decoding.toFixed(0)} s decoding, ${seconds.toFixed(1)} s`);
        report.figure('  first look relative to decoding', (seconds / decoding).toFixed(2), '<= 0.2');
        report.figure('  cuts of the full pass found', `${((found / truth.length) * 100).toFixed(1)}%`, '>= 95%');
        report.figure('  other cuts', String(wrong), '0');
        report.figure('  until the first shots', `${first.toFixed(2)} s`, '<= 3 s');
      }
    }
    let wrong = 0;
    let count = 0;
    for (const { video } of (await Promise.all(CALM_SEEDS.map(calmClips))).flat()) {
      for (const variant of [
        { gop: 50, keyFrames: 'regular' },
        { gop: 250, keyFrames: 'cuts' },
      ] as const) {
        const path = join(folder, 'calm.mp4');
        await writeMedia(path, { video: { ...video, ...variant, bFrames: 3 } });
        wrong += hardCuts((await look(path)).shots).length;
        count++;
      }
    }
    report.figure(`False cuts in ${count} clips without cuts`, String(wrong), '0');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function look(path: string): Promise<{ seconds: number; first: number; shots: SegmentDraft[] }> {
  Log.setLevel(AV_LOG_QUIET);
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const reader = (await openKeyFrameReader(path))!;
  try {
    const preview = new ShotPreview({ reader, duration: reader.info.duration });
    await preview.sampleShots();
    const first = seconds();
    const shots = (await preview.index()) ? await preview.shots() : [];
    return { seconds: seconds(), first, shots };
  } finally {
    reader.close();
  }
}

/** Times of the shots that begin with a cut. */
function hardCuts(shots: readonly SegmentDraft[]): number[] {
  const kindOf = ({ data }: SegmentDraft) => (data?.['transition'] as { kind: string } | null)?.kind;
  return shots.filter((shot) => kindOf(shot) === 'cut').map((shot) => shot.start_time);
}

function compare(times: readonly number[], truth: readonly number[]): { found: number; wrong: number } {
  const left = new Set(times);
  let found = 0;
  for (const cut of truth) {
    const hit = [...left].find((time) => Math.abs(time - cut) <= TOLERANCE);
    if (hit === undefined) continue;
    left.delete(hit);
    found++;
  }
  return { found, wrong: left.size };
}
