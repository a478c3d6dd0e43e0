import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { uuidV7 } from '../src/base/ids.ts';
import { systemClock } from '../src/base/time.ts';
import { openStore } from '../src/db/index.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';

export const name = 'start: from the start of the process to the first answer of the API (headless host, as built)';

const ROUNDS = 9;
const VIDEOS = 10_000;

export async function run(report: Report): Promise<void> {
  const program = buildHeadless();
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-start-'));
  try {
    const bare = await rounds(() => firstAnswer(['-e', BARE], {}));
    report.figure('node with an empty HTTP server, for comparison', figure(bare));
    const fresh = await rounds(async (round) => start(program, join(folder, `fresh-${round}`)));
    report.figure('server ready, first start on an empty folder', figure(fresh), '400 ms');
    const full = join(folder, 'full');
    await start(program, full);
    fill(full);
    report.figure(`server ready, with ${VIDEOS} videos`, figure(await rounds(() => start(program, full))), '400 ms');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BARE = `require('node:http').createServer((q, a) => a.end('{}')).listen(0, '127.0.0.1', function () {
  console.log(JSON.stringify({ api_url: 'http://127.0.0.1:' + this.address().port, token: '' }));
});`;

const figure = (samples: number[]) =>
  `${percentile(samples, 0.5).toFixed(0)} ms (min. ${Math.min(...samples).toFixed(0)})`;

async function rounds(once: (round: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) samples.push(await once(round));
  return samples;
}

const start = (program: string, data: string): Promise<number> =>
  firstAnswer([program, 'serve', '--port', '0', '--json', '--data-dir', data], { REELSCOPE_DATA_DIR: data });

/** Milliseconds from the start of a process that prints where it listens until it has answered a signed-in request. */
async function firstAnswer(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ]);
  const { api_url, token } = JSON.parse(line) as { api_url: string; token: string };
  const answer = await fetch(`${api_url}/profile`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  const took = performance.now() - started;
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  child.kill();
  await exited;
  return took;
}

function fill(data: string): void {
  const store = openStore({ path: join(data, 'reelscope.db'), clock: systemClock });
  store.transaction(() => {
    for (let index = 0; index < VIDEOS; index++) {
      const file = `Recording ${index}.mp4`;
      store.videos.create(1, {
        jobId: uuidV7(),
        name: file,
        storagePath: `users/1/${file}`,
        selectedInsights: '[]',
        duration: index,
        fileSize: 1000 * index,
      });
    }
  });
  store.close();
}
