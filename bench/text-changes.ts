import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ocrEngine } from '../src/models/ocr/index.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import type { Report } from './report.ts';
import { readClip } from './support/read-clip.ts';
import { type Half, textChangeClips } from './support/text-change-clips.ts';
import { Tally } from './support/text-change-score.ts';

export const name = 'text-changes: near changes of on-screen text';

/** Changes per half. */
const CHANGES = 150;

/** Measures how many changes of a digit, a letter, a prefix, … become two findings with exact times. */
export async function run(report: Report): Promise<void> {
  const engine = await ocrEngine.load();
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    for (const half of ['tuning', 'held out'] satisfies Half[]) {
      const tally = new Tally();
      for await (const clip of textChangeClips(half, CHANGES)) {
        const path = join(folder, 'clip.mp4');
        await writeMedia(path, { video: clip.video });
        tally.add(clip, await readClip(path, engine));
      }
      tally.report(report, half);
      for (const line of tally.wrong) console.log(`    ${line}`);
    }
  } finally {
    await engine.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}
