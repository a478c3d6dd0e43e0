import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMedia } from '../test/fixtures/media.ts';
import type { Report } from './report.ts';
import { calmClips } from './support/calm-clips.ts';
import { appearingClips, partClips } from './support/part-clips.ts';
import { runScenes } from './support/run-scenes.ts';
import { cutClips, gradualClips, type ShotClip } from './support/shot-clips.ts';
import { wipeClips } from './support/wipe-clips.ts';

export const name = 'shots: accuracy of shot detection';

/** Held-out seeds, never used for tuning. */
const SEEDS = [11, 12];
/** Tolerance of a boundary around a transition, in seconds. */
const GRADUAL_SLACK = 0.1;
const REAL = join(import.meta.dirname, '../../shared/media');

interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** Measures detected, false, and missed shot changes by kind of clip. */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const path = join(folder, 'clip.mp4');
    const cuts = await scores(path, SEEDS.flatMap(cutClips), 0);
    for (const [clip, score] of cuts) report.figure(`  cuts, ${clip}`, f1(score));
    report.figure('F1 on hard cuts', f1(sum(cuts)), '>= 0.98');
    const parts = await scores(path, SEEDS.flatMap(partClips), 0);
    for (const [clip, score] of parts) report.figure(`  ${clip}`, f1(score));
    report.figure('F1 on cuts in a part of the picture', f1(sum(parts)), '>= 0.90');
    const gradual = await scores(path, SEEDS.flatMap(gradualClips), GRADUAL_SLACK);
    for (const [clip, score] of gradual) report.figure(`  ${clip}`, f1(score));
    report.figure('F1 on dissolves and fades', f1(sum(gradual)), '>= 0.80');
    const wipes = await scores(path, SEEDS.flatMap(wipeClips), GRADUAL_SLACK);
    for (const [clip, score] of wipes) report.figure(`  ${clip}`, f1(score));
    report.figure('F1 on wipes, slides, and pushes', f1(sum(wipes)), '>= 0.80');
    const calm = await scores(
      path,
      [...(await Promise.all(SEEDS.map(calmClips))).flat(), ...SEEDS.flatMap(appearingClips)],
      0,
    );
    for (const [clip, { wrong }] of calm) if (wrong > 0) report.figure(`  false cuts: ${clip}`, String(wrong));
    report.figure(`False cuts in ${SEEDS.length * calm.size} clips without cuts`, String(sum(calm).wrong), '0');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const [file, expected] of Object.entries({ bikes: '1.2 3.04 5.48 7.48 9.68', cockatoo: 'none', bbb: 'none' })) {
    const path = join(REAL, `${file}.mp4`);
    if (!existsSync(path)) continue;
    const found = (await runScenes(path)).slice(1).map((shot) => shot.start_time);
    report.figure(`Cuts of ${file}.mp4`, found.join(' ') || 'none', expected);
  }
}

/** Scores by clip name. A cut must be exact to half a frame. */
async function scores(path: string, clips: ShotClip[], slack: number): Promise<Map<string, Score>> {
  const all = new Map<string, Score>();
  for (const { name, video, truth } of clips) {
    await writeMedia(path, { video });
    const found = (await runScenes(path)).slice(1).map((shot) => shot.start_time);
    const score = all.get(name) ?? { right: 0, wrong: 0, missed: 0 };
    const left = new Set(found);
    for (const { start, end } of truth) {
      const margin = slack || 0.5 / video.frameRate;
      const hit = [...left].find((time) => time >= start - margin && time <= end + margin);
      if (hit === undefined) score.missed++;
      else {
        left.delete(hit);
        score.right++;
      }
    }
    score.wrong += left.size;
    all.set(name, score);
  }
  return all;
}

function sum(scores: Map<string, Score>): Score {
  const total = { right: 0, wrong: 0, missed: 0 };
  for (const { right, wrong, missed } of scores.values()) {
    total.right += right;
    total.wrong += wrong;
    total.missed += missed;
  }
  return total;
}

/** Harmonic mean of precision and recall. */
function f1({ right, wrong, missed }: Score): string {
  const value = right === 0 ? 0 : (2 * right) / (2 * right + wrong + missed);
  return `${value.toFixed(3)} (${right} correct, ${wrong} false, ${missed} missed)`;
}
