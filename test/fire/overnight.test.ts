import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { seededRandom } from '../fixtures/random.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { report } from './support/table.ts';

const FILES = 200;
const KILLS = 5;

/** A second of video that no other file has. */
async function clip(path: string, seed: number): Promise<void> {
  await fs.mkdir(join(path, '..'), { recursive: true });
  const color = [seed, (seed * 7) % 256, (seed * 13) % 256] as [number, number, number];
  const pictures = [...Array.from({ length: 5 }, () => texture(96, 54, seed)), ...Array(5).fill(solid(96, 54, color))];
  await writeMedia(path, { video: { width: 96, height: 54, frameRate: 10, pictures } });
}

it('a folder of 200 files is analyzed over kills, each file once', async () => {
  const folder = await tempFolder();
  const [data, out] = [join(folder, 'data'), join(folder, 'out')];
  // The same twenty names in ten folders.
  for (let i = 0; i < FILES; i++) await clip(join(folder, `footage/day-${i % 10}/clip-${Math.floor(i / 10)}.mp4`), i);
  const random = seededRandom(3);
  const options = ['--recursive', '--modules', 'scenes', '--output-dir', out, '--jobs', '2', '--data-dir', data];
  const results = async () => (await fs.readdir(out, { recursive: true })).filter((name) => name.endsWith('.json'));
  let kills = 0;
  let run = startCommand('analyze', join(folder, 'footage'), ...options);
  for (let next = 20; ; ) {
    const ended = await Promise.race([
      run.result,
      (async () => {
        while ((await results().catch(() => [])).length < next) await new Promise((resolve) => setTimeout(resolve, 50));
      })(),
    ]);
    if (ended) break;
    if (kills === KILLS) next = Number.POSITIVE_INFINITY;
    else {
      run.child.kill('SIGKILL');
      await run.result;
      kills++;
      next += 10 + Math.floor(random() * 30);
      run = startCommand('analyze', '--resume', '--data-dir', data);
    }
  }
  const { code, stderr } = await run.result;
  const written = await results();

  const { ready } = await startServe(data);
  const ask = async (path: string) =>
    (await fetch(`${ready.api_url}${path}`, { headers: { authorization: `Bearer ${ready.token}` } })).json();
  const videos = (await ask('/videos')) as { job_id: string; status: string }[];
  const usage = (await ask('/usage')) as { job_id: string; state: string }[];
  const billed = usage.filter(({ state }) => state === 'billed').map(({ job_id }) => job_id);
  const failures = [
    code !== 0 && `exit code ${code}: ${stderr.slice(-300)}`,
    written.length !== FILES && `${written.length} results`,
    videos.length !== FILES && `${videos.length} videos`,
    videos.some(({ status }) => status !== 'completed') && 'not all completed',
    billed.length !== FILES && `${billed.length} analyses`,
    new Set(billed).size !== billed.length && 'a file was analyzed twice',
  ].filter((failure) => failure !== false);
  report('overnight', [
    {
      check: 'a folder of 200 files, killed and resumed: each analyzed once',
      rounds: kills,
      failures: failures.length,
      detail: failures.join('; ') || `${FILES} files`,
    },
  ]);
  expect(kills).toBe(KILLS);
  expect(failures).toEqual([]);
});
