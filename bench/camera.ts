import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAMERA_MOTIONS, type CameraMotion, type CameraMovement } from '../src/contract/analysis/camera.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import type { Report } from './report.ts';
import { cameraClips, classOf, HELD_OUT, TUNING } from './support/camera-clips.ts';
import { mediaFolder } from './support/media-folder.ts';
import { runScenes } from './support/run-scenes.ts';

export const name = 'camera: movements of the camera (add --tuning for the photos that thresholds were chosen with)';

interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** Measures precision and recall of each kind of movement, on photos moved by code and on real clips. */
export async function run(report: Report): Promise<void> {
  const media = mediaFolder();
  const photos = join(media, 'photos');
  if (!existsSync(photos)) return report.figure('No shared photos', 'skipped');
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const scores = new Map<CameraMotion, Score>(CAMERA_MOTIONS.map((motion) => [motion, empty()]));
    const byClip = new Map<string, Score>();
    const path = join(folder, 'clip.mp4');
    for await (const { name, video, truth } of cameraClips(
      photos,
      process.argv.includes('--tuning') ? TUNING : HELD_OUT,
    )) {
      await writeMedia(path, { video });
      const found = labelsOf(await runScenes(path));
      const clip = byClip.get(name) ?? empty();
      byClip.set(name, clip);
      for (const label of truth) count(scores.get(classOf(label))!, clip, found.has(label) ? 'right' : 'missed');
      for (const label of found) if (!truth.has(label)) count(scores.get(classOf(label))!, clip, 'wrong');
    }
    for (const [clip, score] of byClip) report.figure(`  ${clip}`, countsOf(score));
    for (const [motion, score] of scores) {
      report.figure(`${motion}: precision / recall / F1`, figuresOf(score), 'precision >= 0.90');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const file of ['bikes', 'cockatoo', 'bbb']) {
    const path = join(media, `${file}.mp4`);
    if (!existsSync(path)) continue;
    for (const shot of await runScenes(path)) {
      const labels = [...labelsOf([shot])].join(', ') || 'nothing';
      report.figure(`  ${file}.mp4, ${shot.start_time.toFixed(2)} to ${shot.end_time.toFixed(2)} s`, labels);
    }
  }
}

function labelsOf(shots: Awaited<ReturnType<typeof runScenes>>): Set<string> {
  const movements = shots.flatMap(({ data }) => (data?.camera ?? []) as CameraMovement[]);
  return new Set(movements.map(({ motion, direction }) => (direction ? `${motion} ${direction}` : motion)));
}

const empty = (): Score => ({ right: 0, wrong: 0, missed: 0 });

function count(one: Score, other: Score, key: keyof Score): void {
  one[key]++;
  other[key]++;
}

const countsOf = ({ right, wrong, missed }: Score) => `${right} right, ${wrong} wrong, ${missed} missed`;

function figuresOf(score: Score): string {
  const { right, wrong, missed } = score;
  const share = (whole: number) => (whole === 0 ? 0 : right / whole);
  const f1 = right === 0 ? 0 : (2 * right) / (2 * right + wrong + missed);
  const [precision, recall] = [share(right + wrong), share(right + missed)];
  return `${precision.toFixed(2)} / ${recall.toFixed(2)} / ${f1.toFixed(2)} (${countsOf(score)})`;
}
