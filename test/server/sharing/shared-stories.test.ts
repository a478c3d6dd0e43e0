import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHARE_PASSWORD_HEADER } from '../../../src/contract/sharing/share-parts.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { EXTENDED, sample, WHOLE } from '../../fixtures/extended.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { solid } from '../../fixtures/pictures.ts';
import { testHost } from '../../fixtures/server.ts';
import { createTempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

const LONG = { timeout: 60_000, interval: 20 };
let folder: string;
let remove: () => Promise<void>;
let server: RunningServer;
let client: Client;
let jobId: string;
let storyId: string;

beforeAll(async () => {
  const temporary = await createTempFolder();
  folder = temporary.path;
  remove = temporary.remove;
  server = await startServer({ ...testHost(join(folder, 'data')), spawnWorker }, { port: 0 });
  const { token } = await server.localToken();
  client = localClient({ ...server, token } as never);
  const file = join(folder, 'made.mp4');
  const pictures = Array.from({ length: 40 }, (_, i) => solid(96, 64, [i * 5, 80, 80]));
  await writeMedia(file, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  ({ jobId } = await client.upload('film.mp4', await readFile(file)));
  const moment = { job_id: jobId, start_time: 1, end_time: 2.5, title: 'Arrival', note: 'private', tags: ['t'] };
  const { id } = (await client.post('/moments', moment)).body;
  const items = [
    { kind: 'heading', text: 'Start' },
    { kind: 'moment', moment_id: id },
    { kind: 'note', text: 'why' },
  ];
  storyId = (await client.post('/stories', { title: 'Case', description: 'about', items })).body.id;
}, 120_000);
afterAll(async () => {
  await server.close();
  await remove();
});

const share = async (more: object = {}) => (await client.post('/shared-reports', { story_id: storyId, ...more })).body;
const open = (hash: string, password?: string) =>
  fetch(`${server.apiUrl}/shared-reports/${hash}`, {
    headers: password === undefined ? {} : { [SHARE_PASSWORD_HEADER]: encodeURIComponent(password) },
  });

test('shares a story in order, with clips of its moments only', async () => {
  const usual = await share();
  expect(usual.parts).toEqual(['clips', 'transcript']);
  await client.delete(`/shared-reports/${usual.id}`);
  const link = await share({ parts: ['clips', 'transcript', 'notes', 'hashes'] });
  expect(link).toMatchObject({ video_id: null, story_id: storyId, has_password: false });
  expect(link.parts).toEqual(['clips', 'transcript', 'notes', 'hashes']);
  const view = async () => (await (await open(link.share_hash)).json()) as never as Record<string, never>;
  const ready = await waitUntil(async () => {
    const body = (await view()) as unknown as { items: { moment?: { clip_url: string | null } }[] };
    return body.items[1]!.moment!.clip_url ? body : undefined;
  }, LONG);
  expect(ready).toMatchObject({
    story: { title: 'Case', description: 'about', duration: 1.5 },
    items: [
      { kind: 'heading', text: 'Start' },
      { kind: 'moment', moment: { title: 'Arrival', note: 'private', tags: ['t'], start_time: 1, end_time: 2.5 } },
      { kind: 'note', text: 'why' },
    ],
  });
  expect(JSON.stringify(ready)).not.toContain(jobId);
  const url = ready.items[1]!.moment!.clip_url!;
  const clip = await fetch(url);
  expect(clip.status).toBe(200);
  expect(clip.headers.get('content-type')).toBe('video/mp4');
  await clip.arrayBuffer();
  // Neither another part of the link, nor another item.
  const [address, query] = url.split('?');
  const statusOf = async (path: string) => (await fetch(`${address!.replace(/clips\/.*/, path)}?${query}`)).status;
  expect(await statusOf('source')).toBe(403);
  expect(await statusOf('pictures/1.jpg')).toBe(403);
  expect(await statusOf('clips/999.mp4')).toBe(404);
  expect(await readdir(join(folder, 'data', 'shared-clips'))).toHaveLength(1);

  await client.delete(`/shared-reports/${link.id}`);
  expect((await open(link.share_hash)).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
  await waitUntil(async () => (await readdir(join(folder, 'data', 'shared-clips'))).length === 0, LONG);
}, 120_000);

test('shares the chosen parts only', async () => {
  const link = await share({ parts: ['transcript'] });
  const body = await (await open(link.share_hash)).json();
  expect(body).toMatchObject({ story: { description: '' }, parts: ['transcript'] });
  const { items } = body as { items: { kind: string; moment?: object }[] };
  expect(items.map(({ kind }) => kind)).toEqual(['heading', 'moment']);
  const hidden = { note: '', clip_url: null, clip_state: 'not_shared', picture_url: null, sha256: null };
  expect(items[1]!.moment).toMatchObject(hidden);
});

test.each(sample(['story', 'video'] as const, 1))(
  'a link to a %s opens with its password only',
  WHOLE,
  async (kind) => {
    const of = kind === 'story' ? { story_id: storyId } : { video_id: jobId };
    const link = (await client.post('/shared-reports', { ...of, password: 'Grün ≠ blau' })).body;
    expect(link.has_password).toBe(true);
    expect(JSON.stringify(link)).not.toContain('scrypt');
    const codeOf = async (password?: string) => {
      const response = await open(link.share_hash, password);
      return response.status === 200 ? 200 : ((await response.json()) as { error: { code: string } }).error.code;
    };
    expect(await codeOf()).toBe('password_required');
    expect(await codeOf('grün ≠ blau')).toBe('password_required');
    // The same text, composed differently.
    expect(await codeOf('Grün ≠ blau'.normalize('NFD'))).toBe(200);
    if (!EXTENDED) return;
    const codes = await Promise.all(Array.from({ length: 14 }, (_, i) => codeOf(`guess ${i}`)));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(4);
    expect(await codeOf('Grün ≠ blau')).toBe('rate_limited');
  },
);

test('rejects a link to both, to neither, and with a short password', async () => {
  const status = async (body: object) => (await client.post('/shared-reports', body)).status;
  expect(await status({ video_id: jobId, story_id: storyId })).toBe(400);
  expect(await status({})).toBe(400);
  expect(await status({ story_id: storyId, password: 'abc' })).toBe(400);
  expect(await status({ story_id: '999' })).toBe(404);
  expect((await client.get(`/stories/${storyId}/shared-reports`)).body.length).toBeGreaterThan(0);
});

test('a story in the trash is not shared until it comes back', async () => {
  const link = await share();
  await client.delete(`/stories/${storyId}`);
  expect((await open(link.share_hash)).status).toBe(404);
  await client.post(`/stories/${storyId}/restore`);
  expect((await open(link.share_hash)).status).toBe(200);
});

test('serves frames of moments only', async () => {
  const stills = join(folder, 'data', 'stills', jobId);
  await mkdir(stills, { recursive: true });
  // Frames outside of the moment are not shared.
  for (const ms of [900, 2600]) await writeFile(join(stills, `${ms}.jpg`), `still ${ms}`);
  const before = await (await open((await share()).share_hash)).json();
  expect((before as { items: { moment?: object }[] }).items[1]!.moment).toMatchObject({ picture_url: null });
  await writeFile(join(stills, '1200.jpg'), 'still 1200');
  const link = await share();
  const body = (await (await open(link.share_hash)).json()) as { items: { moment?: { picture_url: string } }[] };
  expect(await (await fetch(body.items[1]!.moment!.picture_url)).text()).toBe('still 1200');
});

test('a replaced file ends the links of its moments, and a new link never serves a former clip', async () => {
  const clipOf = async (hash: string): Promise<Buffer> => {
    const url = await waitUntil(async () => {
      const { items } = (await (await open(hash)).json()) as { items: { moment?: { clip_url: string | null } }[] };
      return items[1]!.moment!.clip_url ?? undefined;
    }, LONG);
    return Buffer.from(await (await fetch(url)).arrayBuffer());
  };
  const before = await share();
  const former = await clipOf(before.share_hash);
  const other = join(folder, 'other.mp4');
  const pictures = Array.from({ length: 40 }, (_, i) => solid(96, 64, [20, i * 5, 200]));
  await writeMedia(other, { video: { width: 96, height: 64, frameRate: 10, pictures } });
  expect((await client.post(`/videos/${jobId}/relink`, { path: other, replace: true })).status).toBe(200);
  expect((await open(before.share_hash)).status).toBe(404);
  const after = await share();
  expect((await clipOf(after.share_hash)).equals(former)).toBe(false);
  const folderOfClips = join(folder, 'data', 'shared-clips');
  await waitUntil(async () => (await readdir(folderOfClips)).length === 1, LONG);
}, 120_000);
