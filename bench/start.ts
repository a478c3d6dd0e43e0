import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../src/base/time.ts';
import { openStore } from '../src/db/index.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { fillLibrary } from './support/fill-library.ts';
import { type Cost, processorSeconds, runProgram } from './support/run-program.ts';
import { withProgram, withServer } from './support/serve.ts';

export const name = 'start: servers until the first API response, npm start, and commands (headless build)';

const ROUNDS = 9;
const VIDEOS = 10_000;

export async function run(report: Report): Promise<void> {
  const program = buildHeadless();
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-start-'));
  try {
    const bare = await rounds(() => firstAnswer(['-e', BARE]));
    report.figure('Node with an empty HTTP server, for comparison', figure(bare));
    const fresh = await rounds(async (round) => start(program, join(folder, `fresh-${round}`)));
    report.figure('server ready, new data folder', figure(fresh), '400 ms');
    const full = join(folder, 'full');
    await start(program, full);
    fill(full);
    report.figure(`server ready, with ${VIDEOS} videos`, figure(await rounds(() => start(program, full))), '400 ms');
    report.figure('npm start, until the sign-in link', figure(await rounds(() => npmStart(folder))), '1000 ms');
    await commands(report, program, { 'no videos': join(folder, 'fresh-0'), [`${VIDEOS} videos`]: full });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BARE = `require('node:http').createServer((q, a) => a.end('{}')).listen(0, '127.0.0.1', function () {
  console.log(JSON.stringify({ api_url: 'http://127.0.0.1:' + this.address().port, token: '' }));
});`;

/** Load on the machine increases elapsed time, but hardly processor time. */
function figure(samples: readonly Cost[]): string {
  const [times, work] = [samples.map(({ seconds }) => seconds), samples.map((sample) => sample.processorSeconds)];
  const ms = (seconds: number) => (seconds * 1000).toFixed(0);
  const known = work.filter((value) => value !== undefined);
  const processor = known.length > 0 ? `, processor ${ms(percentile(known, 0.5))} ms` : '';
  return `${ms(percentile(times, 0.5))} ms (min. ${ms(Math.min(...times))}${processor})`;
}

async function rounds(once: (round: number) => Promise<Cost>): Promise<Cost[]> {
  const samples: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) samples.push(await once(round));
  return samples;
}

const start = (program: string, data: string): Promise<Cost> =>
  firstAnswer([program, 'serve', '--port', '0', '--json', '--data-dir', data]);

/** Measures from process start, through the printed URL, to the response to an authenticated request. */
async function firstAnswer(args: string[]): Promise<Cost> {
  const started = performance.now();
  return withProgram(args, async ({ call, pid }) => {
    await call('GET', '/profile');
    return { seconds: (performance.now() - started) / 1000, processorSeconds: processorSeconds(pid) };
  });
}

/** Starts the project with the command of its README. The window and the server are built by the first round only. */
async function npmStart(folder: string): Promise<Cost> {
  const started = performance.now();
  const args = ['start', '--', '--port', '0', '--data-dir', join(folder, 'started')];
  // In a process group of its own, as in a terminal: npm doesn't pass signals on.
  const npm = spawn('npm', args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const exited = once(npm, 'exit');
  for await (const line of createInterface(npm.stdout)) if (line.includes('http://')) break;
  const seconds = (performance.now() - started) / 1000;
  process.kill(-npm.pid!, 'SIGINT');
  await exited;
  return { seconds, processorSeconds: undefined };
}

/** Commands as the launcher starts them from the build; `list` asks a running server if there is one. */
async function commands(report: Report, program: string, libraries: Record<string, string>): Promise<void> {
  const command = async (...args: string[]) => figure(await rounds(() => runProgram([program, ...args])));
  report.figure('--help', await command('--help'), '120 ms');
  for (const [label, data] of Object.entries(libraries)) {
    const list = () => command('list', '--data-dir', data);
    report.figure(`list, ${label}, no server running`, await list());
    report.figure(`list, ${label}, server running`, await withServer(program, data, list), '200 ms');
  }
}

function fill(data: string): void {
  const store = openStore({ path: join(data, 'reelscope.db'), clock: systemClock });
  fillLibrary(store, VIDEOS);
  store.close();
}
