import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/base/logger.ts';
import { BUNDLED_ENGINES } from '../../src/contract/system/engine-settings.ts';
import { createWorkerProcesses } from '../../src/server/workers/worker-processes.ts';
import { extendedTest } from '../fixtures/extended.ts';
import { writeSparseMatroska } from '../fixtures/hostile/matroska.ts';
import { movOfOneSample } from '../fixtures/hostile/mov.ts';
import { blackPng } from '../fixtures/hostile/png.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid } from '../fixtures/pictures.ts';
import { testHost } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { spawnWorker } from '../fixtures/worker.ts';

async function setUp() {
  const folder = await tempFolder();
  const clip = join(folder, 'clip.mp4');
  const pictures = Array.from({ length: 10 }, () => solid(96, 64, [90, 90, 40]));
  await writeMedia(clip, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  const host = { ...testHost(folder), spawnWorker };
  const { media, close } = createWorkerProcesses(
    host,
    createLogger(() => {}),
    () => BUNDLED_ENGINES,
  );
  onTestFinished(close);
  return { folder, clip, media };
}

/** `task` while it runs in the background, and which of it and `other` ends first. */
const firstOf = (task: Promise<unknown>, other: Promise<unknown>) =>
  Promise.race([
    task.then(
      () => 'task',
      () => 'task',
    ),
    other.then(
      () => 'other',
      (error) => error,
    ),
  ]);

it('probes a file while another one keeps the demuxer busy', async () => {
  const { folder, clip, media } = await setUp();
  const path = join(folder, 'sparse.mkv');
  await writeSparseMatroska(path, 1 << 30);
  expect(await firstOf(media.probe(path), media.probe(clip))).toBe('other');
});

extendedTest('probes a file while thumbnails of others keep decoders busy', async () => {
  const { folder, clip, media } = await setUp();
  const path = join(folder, 'shared-sample.mov');
  const data = blackPng(5900, 5900, { share: 0.98 });
  await writeFile(path, movOfOneSample({ width: 5900, height: 5900, samples: 20_000, data }));
  const stills = join(folder, 'stills');
  await mkdir(stills);
  const thumbnails = Promise.allSettled(Array.from({ length: 3 }, () => media.thumbnail(path, stills)));
  expect(await firstOf(thumbnails, media.probe(clip))).toBe('other');
});
