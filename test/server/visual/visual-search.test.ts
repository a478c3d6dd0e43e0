import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VisualResults } from '../../../src/contract/search/visual.ts';
import { createHeadlessHost } from '../../../src/headless/host.ts';
import { type RunningServer, startServer } from '../../../src/server/start.ts';
import { createClient } from '../../fixtures/client.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { writeMedia } from '../../fixtures/media.ts';
import { drawings, drawnStill } from '../../fixtures/objects.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { spawnWorker } from '../../fixtures/worker.ts';

/** Pictures that are found again, with a real server and real workers. */

let folder: string;
let server: RunningServer;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelscope-visual-'));
  server = await startServer({ ...createHeadlessHost(join(folder, 'data'), () => {}), spawnWorker }, { port: 0 });
  token = `Bearer ${(await server.localToken()).token}`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Shots of 2 s each. */
async function clip(...shots: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const stills = await Promise.all(shots.map((shot) => drawnStill(shot)));
  const pictures = stills.flatMap((still) =>
    Array.from({ length: 20 }, () => ({ width: 640, height: 400, rgb: still.rgb })),
  );
  const path = join(await tempFolder(), 'clip.mp4');
  await writeMedia(path, { video: { width: 640, height: 400, frameRate: 10, pictures } });
  return new Uint8Array(await readFile(path));
}

const picture = (drawing: string) => sharp(Buffer.from(drawing)).removeAlpha();

async function search(query: Record<string, string>, body?: Uint8Array<ArrayBuffer>, type = 'image/jpeg') {
  const response = await fetch(`${server.apiUrl}/search/visual?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: token, ...(body && { 'content-type': type }) },
    ...(body && { body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: results or an error
  return { status: response.status, body: (await response.json()) as any };
}

extendedTest('finds shots by an edited picture, by a finding, and by a frame', async () => {
  const client = createClient(server, token);
  const completed = async (file: Uint8Array<ArrayBuffer>, name: string, modules: string[]) => {
    const { jobId } = await client.upload(name, file);
    await client.post(`/videos/${jobId}/process`, { modules });
    const status = async () => (await client.get(`/processing/${jobId}/status`)).body.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    return jobId;
  };
  const street = await clip(drawings.wall, drawings.stopSign, drawings.twoClocks);
  const jobId = await completed(street, 'street.mp4', ['scenes', 'visualelements']);
  const edited = await picture(drawings.stopSign).flop().modulate({ brightness: 0.8 }).jpeg({ quality: 30 }).toBuffer();
  const { status, body } = await search({}, new Uint8Array(edited));
  expect(status).toBe(200);
  const { hits } = body as VisualResults;
  expect(hits[0]).toMatchObject({ job_id: jobId, rank: 1, start_time: 2, end_time: 4, match: 'same' });
  expect((await fetch(hits[0]!.still_url!)).headers.get('content-type')).toBe('image/jpeg');
  expect(hits.every((hit, i) => i === 0 || hit.similarity < hits[0]!.similarity)).toBe(true);

  // Words narrow it to shots with such findings.
  expect(
    (await search({ words: 'clock' }, new Uint8Array(edited))).body.hits.map(
      (hit: { start_time: number }) => hit.start_time,
    ),
  ).not.toContain(2);
  expect((await search({ words: '"stop sign"' }, new Uint8Array(edited))).body.hits[0]).toMatchObject({
    start_time: 2,
  });

  // A video without object detection is described from its saved frames in the background.
  const later = await completed(await clip(drawings.stopSign, drawings.wall), 'later.mp4', ['scenes']);
  const found = async () => (await search({ from_job_id: jobId, time: '2.4' })).body.hits[0]?.job_id;
  await expect.poll(found, { timeout: 60_000 }).toBe(later);
  const [sign] = (await client.post('/search', { query: 'stop sign', job_ids: [jobId], modules: ['visualelements'] }))
    .body;
  const similar = await search({ segment_id: sign.id });
  expect(similar.body.hits[0]).toMatchObject({ job_id: later, start_time: 0, match: 'same' });
  expect(
    (await search({ segment_id: sign.id, job_id: jobId })).body.hits.map(
      (hit: { start_time: number }) => hit.start_time,
    ),
  ).not.toContain(2);
  const region = { x: '0.3', y: '0.1', width: '0.4', height: '0.5' };
  expect((await search({ from_job_id: jobId, time: '2.4', ...region })).body.hits[0]).toMatchObject({ job_id: later });
});

test.each([
  ['no picture', {}, undefined, 400],
  ['two pictures', { segment_id: '1' }, Buffer.from('x'), 400],
  ['text', {}, Buffer.from('no picture'), 415],
  ['a damaged picture', {}, Buffer.from(`\xff\xd8\xff\xe0${'x'.repeat(50)}`, 'latin1'), 400],
  ['an unknown finding', { segment_id: '999999' }, undefined, 404],
  ['half a region', { x: '0.5' }, Buffer.from('x'), 400],
] as const)('refuses %s', async (_, query, body, status) => {
  const answer = await search(query as Record<string, string>, body && new Uint8Array(body));
  expect([answer.status, typeof answer.body.error?.message]).toEqual([status, 'string']);
});
