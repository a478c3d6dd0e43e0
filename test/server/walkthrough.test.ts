import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHeadlessHost } from '../../src/headless/host.ts';
import { type RunningServer, startServer } from '../../src/server/start.ts';
import { extendedTest } from '../fixtures/extended.ts';
import { writeMedia } from '../fixtures/media.ts';
import { solid, texture } from '../fixtures/pictures.ts';
import { spawnWorker } from '../fixtures/worker.ts';

/** Runs the documented walk-through verbatim against the real server with its worker processes. */

const run = promisify(execFile);
const docs = join(import.meta.dirname, '../../docs');
let folder: string;
let server: RunningServer;
let env: NodeJS.ProcessEnv;
let video: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelscope-walk-'));
  video = join(folder, 'clip.mp4');
  const pictures = Array.from({ length: 30 }, (_, i) =>
    i < 15 ? texture(320, 180, 1) : solid(320, 180, [30, 80, 200]),
  );
  await writeMedia(video, { video: { width: 320, height: 180, frameRate: 10, pictures } });
  server = await startServer({ ...createHeadlessHost(join(folder, 'data'), () => {}), spawnWorker }, { port: 0 });
  const { token } = await server.localToken();
  env = { ...process.env, BASE: server.apiUrl, TOKEN: token, VIDEO: video };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Checks the output of a walk-through. */
function expectWalk(output: string): void {
  expect(output).toMatch(/svc_live_[0-9a-f]{4}/);
  expect(output).toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  expect(output).toContain('completed');
  expect(output).toMatch(/Shot 1.*\n(.*\n)*.*Shot 2/);
  expect(output).toMatch(/\*\*\[00:0[01]\]\*\*/);
  expect(output).toMatch(/[0-9a-f]{64}/);
}

describe('walk-through', () => {
  extendedTest('of docs/api.md, as executed by a shell', async () => {
    const text = await readFile(join(docs, 'api.md'), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]);
    expect(blocks.length).toBeGreaterThanOrEqual(10);
    const { stdout } = await run('sh', ['-euc', blocks.join('\n')], { env, cwd: folder });
    expectWalk(stdout);
    expect(stdout).toContain('"status":"queued"');
  });

  extendedTest('in Python', async () => {
    expectWalk((await run('python3', [join(docs, 'examples/walkthrough.py'), video], { env })).stdout);
  });

  test('in Node', async () => {
    expectWalk((await run(process.execPath, [join(docs, 'examples/walkthrough.mjs'), video], { env })).stdout);
  });

  test('returns a thumbnail at a presigned URL', async () => {
    const headers = { Authorization: `Bearer ${env['TOKEN']}` };
    const [first] = (await (await fetch(`${server.apiUrl}/videos`, { headers })).json()) as { job_id: string }[];
    const playback = (await (await fetch(`${server.apiUrl}/videos/${first!.job_id}/playback`, { headers })).json()) as {
      thumbnail_url: string;
      still_url: string;
    };
    const poster = await fetch(playback.thumbnail_url);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(new Uint8Array(await poster.arrayBuffer()).subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
    expect((await fetch(playback.still_url.replace('{ms}', '99999999'))).status).toBe(404);
  });
});
