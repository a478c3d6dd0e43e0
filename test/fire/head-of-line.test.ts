import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/base/logger.ts';
import { BUNDLED_ENGINES } from '../../src/contract/system/engine-settings.ts';
import { spawnWorker } from '../../src/headless/spawn-worker.ts';
import { createWorkerProcesses } from '../../src/server/workers/worker-processes.ts';
import { writeSparseMatroska } from '../fixtures/hostile/matroska.ts';
import { movOfOneSample } from '../fixtures/hostile/mov.ts';
import { blackPng } from '../fixtures/hostile/png.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { testHost } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { report } from './support/table.ts';

const LIMIT_MS = 2000;
const PROBES = 8;

it('a probe takes at most two seconds while other files keep workers busy', async () => {
  const folder = await tempFolder();
  const clip = join(folder, 'clip.mp4');
  const pictures = Array.from({ length: 10 }, () => solid(96, 64, [90, 90, 40]));
  await writeMedia(clip, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  const sparse = join(folder, 'sparse.mkv');
  await writeSparseMatroska(sparse, 4 * 2 ** 30);
  const shared = join(folder, 'shared-sample.mov');
  const data = blackPng(5900, 5900, { share: 0.98 });
  await writeFile(shared, movOfOneSample({ width: 5900, height: 5900, samples: 20_000, data }));
  const stills = join(folder, 'stills');
  await mkdir(stills);

  const host = { ...testHost(folder), spawnWorker };
  const { media, close } = createWorkerProcesses(
    host,
    createLogger(() => {}),
    () => BUNDLED_ENGINES,
  );
  onTestFinished(close);
  const timed = async () => {
    const started = performance.now();
    await media.probe(clip);
    return performance.now() - started;
  };
  const slowestAlone = async () => Math.max(await timed(), await timed(), await timed());
  let before = await slowestAlone();
  const results = [];
  for (const [name, start] of [
    ['sparse 4 GB Matroska', () => media.probe(sparse)],
    ['20,000 samples on one PNG', () => media.thumbnail(shared, stills)],
  ] as const) {
    let isBusy = true;
    const hostile = start()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
    const times: number[] = [];
    while (isBusy && times.length < PROBES) times.push(await timed());
    await hostile;
    const after = await slowestAlone();
    // On a machine that is busy with other work, a probe alone takes longer; the reader of the other file uses one
    // core.
    const alone = Math.max(before, after);
    before = after;
    const limitMs = Math.max(LIMIT_MS, 2 * alone);
    const failures = times.filter((time) => time > limitMs).length;
    const detail = `slowest ${Math.round(Math.max(...times))} ms, alone ${Math.round(alone)} ms`;
    results.push({ check: `probe <= 2 s beside ${name}`, rounds: times.length, failures, detail });
  }
  report('head of line', results);
  expect(results.map(({ failures }) => failures)).toEqual([0, 0]);
});
