import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/base/time.ts';
import { openStore } from '../src/db/index.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { BUSY_RATE, busyPictures } from './support/busy-pictures.ts';
import { fillLibrary, finishLibrary } from './support/fill-library.ts';
import { type Curve, exponentOf, growthChart } from './support/growth-chart.ts';
import { writeRepeated } from './support/repeat-clip.ts';
import { runProgram } from './support/run-program.ts';
import { withServer } from './support/serve.ts';

export const name = 'growth: with videos in a library, and with minutes of a video (headless build)';

const VIDEOS = [10, 1000, 10_000];
const MINUTES = [1, 10, 60, 240];
const ROUNDS = 9;
const CHART = join(import.meta.dirname, '../.artifacts/bench/growth.svg');

/** Measures each curve, and draws them all as `.artifacts/bench/growth.svg`. */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-growth-'));
  try {
    const program = buildHeadless();
    const panels = [
      { unit: 'videos', at: VIDEOS, curves: await byVideos(program, folder) },
      { unit: 'minutes of 360p', at: MINUTES, curves: await byMinutes(program, folder) },
    ];
    for (const { unit, at, curves } of panels) {
      for (const { label, values } of curves) {
        const numbers = values.map((value) => (value < 10 ? value.toFixed(1) : value.toFixed(0)));
        report.figure(`${label}: ${at.join(', ')} ${unit}`, numbers.join(', '));
        report.figure('  exponent of the last step', exponentOf(at, values).toFixed(2), '<= 1');
      }
    }
    mkdirSync(join(CHART, '..'), { recursive: true });
    writeFileSync(CHART, growthChart(panels));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Times of a server whose videos have all been analyzed. */
async function byVideos(program: string, folder: string): Promise<Curve[]> {
  const start: Curve = { label: 'Server ready, ms', values: [] };
  const page: Curve = { label: 'GET /videos, 50 of them, ms', values: [] };
  const dashboard: Curve = { label: 'GET /dashboard, ms', values: [] };
  for (const videos of VIDEOS) {
    const data = join(folder, `${videos} videos`);
    await withServer(program, data, async () => {});
    const store = openStore({ path: join(data, 'reelscope.db'), clock: systemClock });
    fillLibrary(store, videos);
    finishLibrary(store, videos);
    store.close();
    start.values.push(
      await medianMs(async () => {
        const started = performance.now();
        return withServer(program, data, async ({ call }) => {
          await call('GET', '/profile');
          return performance.now() - started;
        });
      }),
    );
    await withServer(program, data, async ({ call }) => {
      page.values.push(await medianMs(() => call('GET', '/videos?limit=50')));
      dashboard.values.push(await medianMs(() => call('GET', '/dashboard')));
    });
  }
  return [start, page, dashboard];
}

/** Costs of `analyze --modules scenes`, whose file repeats one minute of shots, and of its results. */
async function byMinutes(program: string, folder: string): Promise<Curve[]> {
  const clock: Curve = { label: 'analyze --modules scenes, s', values: [] };
  const memory: Curve = { label: 'Peak of all its processes, MB', values: [] };
  const results: Curve = { label: 'GET /results, ms', values: [] };
  const [width, height] = [640, 360];
  const clip = join(folder, 'minute.mp4');
  await writeMedia(clip, {
    video: { width, height, frameRate: BUSY_RATE, pictures: busyPictures(width, height, 60, 4), crf: 28 },
  });
  for (const minutes of MINUTES) {
    const [path, data] = [join(folder, `${minutes}.mp4`), join(folder, `${minutes} minutes`)];
    await writeRepeated(path, clip, minutes, 60);
    const args = ['analyze', path, '--modules', 'scenes', '--reference', '--quiet', '--data-dir', data];
    const { seconds, peakMb } = await runProgram([program, ...args], { memory: true });
    clock.values.push(seconds);
    memory.values.push(peakMb ?? Number.NaN);
    await withServer(program, data, async ({ call }) => {
      const [video] = (await (await call('GET', '/videos')).json()) as { job_id: string }[];
      results.values.push(await medianMs(() => call('GET', `/results/job/${video!.job_id}`)));
    });
    await rm(path);
  }
  return [clock, memory, results];
}

/** Median of several rounds. @param work measured from outside unless it returns its time in ms */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const own = await work();
    times.push(typeof own === 'number' ? own : performance.now() - started);
  }
  return percentile(times, 0.5);
}
