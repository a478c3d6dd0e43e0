import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../src/base/time.ts';
import { openStore } from '../src/db/index.ts';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { fillLibrary } from './support/fill-library.ts';

export const name = 'start: from process start to the first API response (headless build)';

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
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const BARE = `require('node:http').createServer((q, a) => a.end('{}')).listen(0, '127.0.0.1', function () {
  console.log(JSON.stringify({ api_url: 'http://127.0.0.1:' + this.address().port, token: '' }));
});`;

interface Sample {
  ms: number;
  /** On all cores, until the response; null where the system does not report it. */
  cpuMs: number | null;
}

/** Load on the machine increases elapsed time, but hardly processor time. */
function figure(samples: Sample[]): string {
  const of = (pick: (sample: Sample) => number | null) => samples.map(pick).filter((value) => value !== null);
  const [times, work] = [of(({ ms }) => ms), of(({ cpuMs }) => cpuMs)];
  const processor = work.length > 0 ? `, processor ${percentile(work, 0.5).toFixed(0)} ms` : '';
  return `${percentile(times, 0.5).toFixed(0)} ms (min. ${Math.min(...times).toFixed(0)}${processor})`;
}

async function rounds(once: (round: number) => Promise<Sample>): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < ROUNDS; round++) samples.push(await once(round));
  return samples;
}

const start = (program: string, data: string): Promise<Sample> =>
  firstAnswer([program, 'serve', '--port', '0', '--json', '--data-dir', data]);

/** Measures from process start, through the printed URL, to the response to an authenticated request. */
async function firstAnswer(args: string[]): Promise<Sample> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(([code]) => Promise.reject(new Error(`The server exited with code ${code}.`))),
  ]);
  const { api_url, token } = JSON.parse(line) as { api_url: string; token: string };
  const answer = await fetch(`${api_url}/profile`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  const sample = { ms: performance.now() - started, cpuMs: processorMs(child.pid!) };
  if (!answer.ok) throw new Error(`The server returned ${answer.status}.`);
  child.kill();
  await exited;
  return sample;
}

/** User and system time in hundredths of a second (proc(5), fields 14 and 15 of stat). */
function processorMs(pid: number): number | null {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = after.split(' ').slice(11, 13).map(Number);
    return (user! + system!) * 10;
  } catch {
    return null;
  }
}

function fill(data: string): void {
  const store = openStore({ path: join(data, 'reelscope.db'), clock: systemClock });
  fillLibrary(store, VIDEOS);
  store.close();
}
