import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readLockFile } from '../src/server/hosting/lock-file.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import { texture } from '../test/fixtures/pictures.ts';

/*
 * Starts the packaged application with a file, as a user would, and polls its API until the file is analyzed. Run it
 * after `electron-builder --dir`; arguments replace the program to start.
 */
const TIMEOUT_MS = 240_000;
const PROGRAMS = [
  'dist/linux-unpacked/reelscope',
  'dist/linux-arm64-unpacked/reelscope',
  'dist/mac*/Reelscope.app/Contents/MacOS/Reelscope',
  'dist/win-unpacked/Reelscope.exe',
];

interface Video {
  status: string;
}

const [given, ...rest] = process.argv.slice(2);
const program = given ?? PROGRAMS.flatMap((pattern) => globSync(pattern))[0];
if (!program || !existsSync(program)) throw new Error('No packaged application found in dist.');
const folder = await mkdtemp(join(tmpdir(), 'reelscope-smoke-'));
const clip = join(folder, 'smoke test.mp4');
const pictures = Array.from({ length: 60 }, (_, index) => texture(640, 360, index < 30 ? 1 : 2));
await writeMedia(clip, { video: { width: 640, height: 360, frameRate: 10, pictures } });

const started = performance.now();
const switches = given ? [] : [`--user-data-dir=${join(folder, 'user')}`];
if (!given && process.platform === 'linux') switches.push('--no-sandbox');
const data = join(folder, 'data');
const child = spawn(resolve(program), [...rest, ...switches, clip], {
  env: { ...process.env, REELSCOPE_DATA_DIR: data, REELSCOPE_PORT: '0' },
  stdio: 'inherit',
});
const exited = once(child, 'exit');

async function until<Value>(expected: string, poll: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await poll();
    if (value !== undefined) return value;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The application exited before: ${expected}.`);
    if (performance.now() - started > TIMEOUT_MS)
      throw new Error(`Timed out after ${TIMEOUT_MS / 1000} s waiting for: ${expected}.`);
    await delay(200);
  }
}

try {
  const { api_url, token } = await until('server', () => readLockFile(data));
  console.log(`server ready after ${(performance.now() - started).toFixed(0)} ms`);
  const get = async <Body>(path: string): Promise<Body> => {
    const answer = await fetch(`${api_url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const modules = await get<{ name: string; available: boolean; reason?: string | null }[]>('/modules');
  for (const { name, available } of modules) console.log(`${available ? 'available  ' : 'unavailable'} ${name}`);
  const ended = await until('analyzed video', async () => {
    const [video] = await get<Video[]>('/videos');
    return video && ['completed', 'failed'].includes(video.status) ? video : undefined;
  });
  if (ended.status !== 'completed') throw new Error('The analysis failed.');
  console.log(`analyzed after ${(performance.now() - started).toFixed(0)} ms`);
} finally {
  child.kill();
  await Promise.race([exited, delay(20_000)]);
  child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
