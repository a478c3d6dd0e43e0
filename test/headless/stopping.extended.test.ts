import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { STOP_MESSAGE } from '../../src/contract/system/bridge.ts';
import { openStore } from '../../src/db/index.ts';
import { createClient } from '../fixtures/client.ts';
import { ENTRY } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { waitUntil } from '../fixtures/wait.ts';

/** A server with its workers in a process group of their own, and a job that is being analyzed. */
async function busyServer() {
  const data = join(await tempFolder(), 'data');
  const child = spawn(process.execPath, [ENTRY, 'serve', '--port', '0', '--json', '--data-dir', data], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { api_url, token } = JSON.parse(line.toString()) as { api_url: string; token: string };
  const client = createClient({ apiUrl: api_url }, `Bearer ${token}`);
  const film = join(await tempFolder(), 'film.mp4');
  const shots = [1, 2].map((seed) => texture(320, 180, seed));
  const pictures = Array.from({ length: 400 }, (_, index) => shots[index % 40 < 20 ? 0 : 1]!);
  await writeMedia(film, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  const { jobId } = await client.upload('film.mp4', new Uint8Array(await readFile(film)));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr","visualelements"]' });
  const isRunning = async () => (await client.get(`/processing/${jobId}/status`)).body.status === 'processing';
  await waitUntil(isRunning, { timeout: 60_000, interval: 20 });
  return { child, data };
}

const exitOf = async (child: ChildProcess) => ((await once(child, 'exit')) as [number | null])[0];

/** State of the only job. */
function jobIn(data: string): { status: string; attempts: number } {
  const store = openStore({ path: join(data, 'reelscope.db') });
  try {
    const [video] = store.jobs.queued();
    const view = video && store.jobs.get(video.userId, video.jobId);
    return { status: view?.video.status ?? 'not queued', attempts: view?.job?.attempts ?? -1 };
  } finally {
    store.close();
  }
}

it.skipIf(process.platform === 'win32')(
  'a shutdown that ends the worker together with the server is no failed attempt',
  async () => {
    const { child, data } = await busyServer();
    const exit = exitOf(child);
    process.kill(-child.pid!, 'SIGTERM');
    expect(await exit).toBe(0);
    expect(jobIn(data)).toEqual({ status: 'queued', attempts: 0 });
  },
  120_000,
);

it('a message of the process that started it ends a server in order', async () => {
  const { child, data } = await busyServer();
  const exit = exitOf(child);
  child.send(STOP_MESSAGE);
  expect(await exit).toBe(0);
  expect(jobIn(data)).toEqual({ status: 'queued', attempts: 0 });
}, 120_000);
