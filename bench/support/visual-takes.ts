import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMediaPass } from '../../src/media/media-pass.ts';
import type { ObjectEngine, QueryViews } from '../../src/models/objects/index.ts';

/** Takes of the shared clips: known cuts in seconds. */
const TAKES: Readonly<Record<string, readonly number[]>> = {
  'bikes.mp4': [0, 1.2, 3.04, 5.48, 7.48, 9.68],
  'bbb.mp4': [0],
  'cockatoo.mp4': [0],
};

/** Describes frames of each take, one a second, in time order. */
export async function describeTakes(
  engine: ObjectEngine,
  folder: string,
): Promise<{ of: string; views: QueryViews }[]> {
  const frames: { of: string; views: QueryViews }[] = [];
  for (const [file, cuts] of Object.entries(TAKES)) {
    const path = join(folder, file);
    if (!existsSync(path)) continue;
    let last = Number.NEGATIVE_INFINITY;
    const consumer = {
      needs: { stills: { intervalSeconds: 0.5, maxSide: 1024 } },
      async onStill(still: Parameters<ObjectEngine['describeQuery']>[0] & { time: number }) {
        if (still.time - last < 0.45) return;
        last = still.time;
        const take = cuts.findLastIndex((cut) => still.time >= cut);
        frames.push({ of: `${file} ${take}`, views: await engine.describeQuery(still) });
      },
    };
    await runMediaPass(path, [consumer], { signal: new AbortController().signal });
  }
  return frames;
}
