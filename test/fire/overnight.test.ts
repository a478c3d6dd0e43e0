import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startCommand, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { seededRandom } from '../fixtures/random.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { budgetMs, report } from './support/table.ts';

/** Files of a round. */
const FILES = 10;
const OPTIONS = ['--recursive', '--modules', 'scenes', '--jobs', '2'];

/** A second of video that no other file has. */
async function clip(path: string, seed: number): Promise<void> {
  await fs.mkdir(join(path, '..'), { recursive: true });
  const color = [seed % 256, (seed * 7) % 256, (seed * 13) % 256] as [number, number, number];
  const pictures = [...Array.from({ length: 5 }, () => texture(96, 54, seed)), ...Array(5).fill(solid(96, 54, color))];
  await writeMedia(path, { video: { width: 96, height: 54, frameRate: 10, pictures } });
}

/** Analyzes two folders of the same five names, killed after some of the results and resumed. @returns its errors */
async function killAndResume(footage: string, data: string, out: string, kills: number): Promise<string[]> {
  const finished = async () =>
    (await fs.readdir(out, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.json')).length;
  let run = startCommand('analyze', footage, ...OPTIONS, '--output-dir', out, '--data-dir', data);
  for (let kill = 1; kill <= kills; kill++) {
    // The last kill leaves two files at least.
    const results = Math.floor((kill * (FILES - 2)) / kills);
    while ((await finished()) < results) {
      if (run.child.exitCode !== null) return [`ended early: ${(await run.result).stderr.slice(-300)}`];
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    run.child.kill('SIGKILL');
    await run.result;
    run = startCommand('analyze', '--resume', '--data-dir', data);
  }
  const { code, stderr } = await run.result;
  const written = await finished();
  return [
    ...(code === 0 ? [] : [`exit code ${code}: ${stderr.slice(-300)}`]),
    ...(written === FILES ? [] : [`${written} results`]),
  ];
}

it('folders are analyzed over kills, each file once', async () => {
  const deadline = performance.now() + budgetMs(0.1);
  const folder = await tempFolder();
  const data = join(folder, 'data');
  const random = seededRandom(3);
  const failures: string[] = [];
  let [files, kills] = [0, 0];
  do {
    const footage = join(folder, `footage-${files}`);
    for (let i = 0; i < FILES; i++) await clip(join(footage, `day-${i % 2}/clip-${i >> 1}.mp4`), files++);
    const times = 1 + Math.floor(random() * 3);
    failures.push(...(await killAndResume(footage, data, join(folder, `out-${files}`), times)));
    kills += times;
  } while (performance.now() < deadline && failures.length === 0);

  const { ready } = await startServe(data);
  const ask = async (path: string) =>
    (await fetch(`${ready.api_url}${path}`, { headers: { authorization: `Bearer ${ready.token}` } })).json();
  const videos = (await ask('/videos')) as { job_id: string; status: string }[];
  const usage = (await ask('/usage')) as { job_id: string; state: string }[];
  const billed = usage.filter(({ state }) => state === 'billed').map(({ job_id }) => job_id);
  if (videos.length !== files) failures.push(`${videos.length} videos`);
  if (videos.some(({ status }) => status !== 'completed')) failures.push('not all completed');
  if (billed.length !== files) failures.push(`${billed.length} analyses`);
  if (new Set(billed).size !== billed.length) failures.push('a file was analyzed twice');
  report('overnight', [
    {
      check: 'folders that are killed and resumed: each file analyzed once',
      rounds: kills,
      failures: failures.length,
      detail: failures.join('; ') || `${files} files`,
    },
  ]);
  expect(failures).toEqual([]);
});
