import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchHit } from '../../../src/contract/search/search.ts';
import type { FrameIndexState } from '../../../src/contract/system/models.ts';
import { createHeadlessHost } from '../../../src/headless/host.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { createClient } from '../../fixtures/client.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { writeTextImageFolder } from '../../fixtures/text-image-model.ts';
import { waitUntil } from '../../fixtures/wait.ts';

/** Frames found by words, with a real server, real workers, and a small model of the published shape. */

let folder: string;
let server: RunningServer;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelscope-frames-'));
  server = await startServer(
    createHeadlessHost(join(folder, 'data'), () => {}),
    { port: 0 },
  );
  client = createClient(server, `Bearer ${(await server.localToken()).token}`);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const [width, height] = [160, 96];

/** Two seconds of a color with grain. */
function shot(color: readonly [number, number, number], seed: number) {
  const random = seededRandom(seed);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i++) rgb[i] = Math.min(255, color[i % 3]! + 30 * random());
  return Array.from({ length: 20 }, () => ({ width, height, rgb }));
}

async function analyzed(name: string, colors: readonly (readonly [number, number, number])[]): Promise<string> {
  const path = join(await tempFolder(), 'clip.mp4');
  const pictures = colors.flatMap((color, i) => shot(color, i));
  await writeMedia(path, { video: { width, height, frameRate: 10, pictures } });
  const { jobId } = await client.upload(name, new Uint8Array(await readFile(path)));
  await client.post(`/videos/${jobId}/process`, { modules: ['scenes'] });
  await waitUntil(async () => (await client.get(`/videos/${jobId}`)).body.status === 'completed', 60_000);
  return jobId;
}

const find = async (query: string, more: object = {}): Promise<SearchHit[]> =>
  (await client.post('/search', { query, ...more })).body;
const index = async (): Promise<FrameIndexState> => (await client.get('/models/frames')).body;
const whenReady = (engine?: RegExp) =>
  waitUntil(
    async () => {
      const state = await index();
      return state.status === 'ready' && (!engine || engine.test(state.engine ?? '')) && state;
    },
    { timeout: 60_000, interval: 20 },
  );
async function imported(type: 'clip' | 'siglip'): Promise<string> {
  const source = join(await tempFolder(), `tiny-${type}`);
  await writeTextImageFolder(source, type);
  const { status, body } = await client.post('/models/import', { path: source });
  expect(status).toBe(200);
  expect(body).toMatchObject({ task: 'text-image', status: 'installed', checksum: 'none' });
  return body.id;
}

const RED = [215, 5, 5] as const;
const BLUE = [5, 5, 215] as const;

test('finds shots by what they show, of videos before and after a model was selected', async () => {
  const before = await analyzed('before.mp4', [BLUE, RED]);
  const looks = (hits: SearchHit[]) => hits.filter(({ frame }) => frame !== undefined);
  expect(await index()).toMatchObject({ status: 'off', model: null, engine: null });
  expect(looks(await find('a red car at night'))).toEqual([]);

  const model = await imported('clip');
  await client.patch('/models/settings', { frame_model: model });
  const ready = await whenReady();
  expect(ready).toMatchObject({ model, done: 1, total: 1, error: null });
  expect(ready.engine).toMatch(/^transformers\/own-tiny-clip@[0-9a-f]{12}-[0-9a-f]{12}$/);

  // Hungarian, which the bundled sentence encoder doesn't know.
  const [hit] = looks(await find('piros autó éjjel'));
  expect(hit).toMatchObject({ job_id: before, module: 'scenes', match: 'looks' });
  expect(hit!.start_time).toBeCloseTo(2, 1);
  expect(hit!.frame!.time).toBeGreaterThanOrEqual(2);
  expect(hit!.frame!.similarity).toBeGreaterThan(0.5);
  // Findings with the words keep that reason.
  expect(looks(await find('a red car at night'))).toMatchObject([{ match: 'words', start_time: hit!.start_time }]);
  expect(looks(await find('blue sky'))).toMatchObject([{ job_id: before, start_time: 0 }]);
  // Other words, meaningless ones, exact ones, and other ways to search find no frames.
  for (const query of ['hjkfd sdf', 'qwer asdf zxv', 'green', '"red"'])
    expect(looks(await find(query)), query).toEqual([]);
  for (const more of [{ mode: 'keyword' }, { modules: ['ocr'] }, { job_ids: ['none'] }])
    expect(looks(await find('red', more))).toEqual([]);

  // The worker embeds the frames of an analysis; the index has nothing left to do.
  const after = await analyzed('after.mp4', [RED]);
  expect((await index()).done).toBe(2);
  const found = looks(await find('red')).map(({ job_id }) => job_id);
  expect(found.toSorted()).toEqual([before, after].toSorted());
  expect(looks(await find('in:none red'))).toEqual([]);

  // Another model is not compared with vectors of the first one.
  const other = await imported('siglip');
  await client.patch('/models/settings', { frame_model: other });
  await whenReady(/own-tiny-siglip@/);
  expect(looks(await find('ein rotes Auto'))).toHaveLength(2);

  await client.patch('/models/settings', { frame_model: null });
  expect(await index()).toMatchObject({ status: 'off' });
  expect(looks(await find('red'))).toEqual([]);
}, 120_000);

test('reports a model that is not installed, and uses it once it is', async () => {
  await client.patch('/models/settings', { frame_model: 'own-tiny-clip' });
  await whenReady(/own-tiny-clip@/);
  await client.delete('/models/own-tiny-clip');
  // Removing the model turns the search off.
  expect(await index()).toMatchObject({ status: 'off', model: null });
  await client.patch('/models/settings', { frame_model: 'own-tiny-clip' });
  const failed = await waitUntil(
    async () => {
      const state = await index();
      return state.status === 'failed' && state;
    },
    { timeout: 60_000, interval: 20 },
  );
  expect(failed.error_text).toMatchObject({ key: 'frames.not-installed' });
  expect((await find('red')).filter(({ frame }) => frame)).toEqual([]);
  await imported('clip');
  await whenReady();
  expect((await find('red')).some(({ frame }) => frame)).toBe(true);
}, 120_000);
