import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import type { CloserSpec, FromWorker } from '../../../src/pipeline/protocol.ts';
import type { CloserLooker } from '../../../src/server/workers/transcoder.ts';
import { type Client, createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitFor } from '../../fixtures/wait.ts';

let server: TestServer;
let client: Client;
let jobId: string;
/** Looks that were started, which the test ends. */
const looks: { spec: CloserSpec; send(message: FromWorker): void; end(): void; fail(error: Error): void }[] = [];

/** Stands for the worker. */
const lookCloser: CloserLooker = (spec, { signal, onMessage }) =>
  new Promise((resolve, reject) => {
    looks.push({ spec, send: onMessage, end: () => resolve(0), fail: reject });
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

const found = (content: string): SegmentDraft => ({ content, start_time: 2, end_time: 3, data: { confidence: 0.8 } });

beforeEach(async () => {
  looks.length = 0;
  server = await startTestServer({ lookCloser });
  client = await localClient(server);
  ({ jobId } = await client.upload('street.mp4', fakeMedia(100)));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["ocr"]' });
  await waitFor(async () => expect((await client.get(`/videos/${jobId}`)).body.status).toBe('completed'));
});
afterEach(() => server.close());

const path = (rest = '') => `/videos/${jobId}/closer-looks${rest}`;
const started = (i: number) => waitFor(() => looks[i] ?? expect.fail());
const ended = (id: string, status: string) =>
  waitFor(async () => expect((await client.get(path(`/${id}`))).body.status).toBe(status));

function deliver(look: (typeof looks)[number], ...contents: string[]): void {
  const segments = contents.map(found);
  look.send({ type: 'findings', module: 'ocr', engine: 'reader@4', segments, vectors: null, seconds: 1 });
  look.send({ type: 'examined', module: 'ocr', engine: 'reader@4', looks: 25, error: null });
  look.end();
}

test('new findings are added with their closer look, and outlive the next analysis', async () => {
  const { status, body } = await client.post(path(), { start_time: 2, end_time: 3, modules: ['ocr'] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ job_id: jobId, progress: 0, start_time: 2, end_time: 3, region: null, segment_ids: [] });
  const { body: estimate } = await client.post(path('/estimate'), { start_time: 2, end_time: 3, modules: ['ocr'] });
  expect(body.estimated_seconds).toBe(estimate.seconds);
  // Enlarged frames take longer than the second that they are of.
  expect(body.estimated_seconds).toBeGreaterThan(10);
  const look = await started(0);
  // The findings of the video, which are not to be found again.
  expect(look.spec.run.finished.find(({ module }) => module === 'ocr')!.segments).toMatchObject([{ content: 'TAXI' }]);
  deliver(look, 'HARBOR 22');
  await ended(body.id, 'completed');
  const { segment_ids } = (await client.get(path(`/${body.id}`))).body;
  const textsNow = async () => (await client.get(`/results/job/${jobId}?modules=ocr`)).body.segments;
  const [added] = (await textsNow()).filter(({ id }: { id: string }) => segment_ids.includes(id));
  expect(added).toMatchObject({ content: 'HARBOR 22', data: { closer_look: { id: body.id, engine: 'reader@4' } } });
  const hits = await client.post('/search', { query: 'harbor' });
  expect(JSON.stringify(hits.body)).toContain('HARBOR 22');

  await client.post(`/videos/${jobId}/reprocess`, { selected_insights: '["ocr"]' });
  await waitFor(async () => expect((await client.get(`/videos/${jobId}`)).body.status).toBe('completed'));
  expect((await textsNow()).map(({ content }: { content: string }) => content).sort()).toEqual(['HARBOR 22', 'TAXI']);
});

test('histories name the key that looked closer as the actor, also if it is deleted meanwhile', async () => {
  const { body: key } = await client.post('/keys', { name: 'Night job', scope: 'write' });
  const script = createClient(server, key.raw_key);
  for (const [i, name] of ['Night job', `#${key.id}`].entries()) {
    const { body } = await script.post(path(), { start_time: 2, end_time: 3 + i, modules: ['ocr'] });
    const look = await started(i);
    if (i === 1) await client.delete(`/keys/${key.id}`);
    deliver(look, `HARBOR ${i}`);
    await ended(body.id, 'completed');
    const { actor, details } = (await client.get(`/videos/${jobId}/audit`)).body.entries.at(-1);
    expect(actor).toEqual({ kind: 'user', name, key_scope: 'write' });
    expect(details).toMatchObject({ module: 'ocr', change: 'added' });
  }
});

test('the coverage map marks the part, and no frame between two stills is unexamined any more', async () => {
  const video = server.store.videos.list(server.store.videos.getAny(1, jobId)!.userId)[0]!;
  const picture = { frames: [25, 10], brightness: [200, 10], peak: [200, 10], sharpness: [80, 10] };
  const notes = { looks: [0, 1], dropped: [] };
  server.store.conditions.merge(video.id, { picture, modules: { ocr: notes } });
  const miss = async () =>
    (await client.get(`/videos/${jobId}/coverage/miss?module=ocr&start_time=2.1&end_time=2.9`)).body;
  expect(await miss()).toMatchObject({ reason: 'between_frames', can_look_closer: true });
  const { body } = await client.post(path(), { start_time: 2, end_time: 3.5, modules: ['ocr'] });
  deliver(await started(0));
  await ended(body.id, 'completed');
  expect(await miss()).toMatchObject({ reason: 'not_recognized', can_look_closer: false });
  const map = (await client.get(`/videos/${jobId}/coverage`)).body;
  const ocr = map.modules.find(({ module }: { module: string }) => module === 'ocr');
  expect(ocr.closer_looks).toEqual([body.id]);
  const closer = ocr.spans.filter((span: { is_closer?: boolean }) => span.is_closer);
  expect(closer).toMatchObject([{ start_time: 2, end_time: 3.5, state: 'examined' }]);
  const report = await client.get(`/videos/${jobId}/export?format=md`);
  expect(report.body).toContain('looked at closer at 0:02–0:03');
});

test('one that is canceled or fails adds nothing, and the next one starts', async () => {
  const first = (await client.post(path(), { start_time: 1, end_time: 2 })).body;
  const second = (await client.post(path(), { start_time: 4, end_time: 5 })).body;
  // The same again is the same one.
  expect((await client.post(path(), { start_time: 4, end_time: 5 })).body.id).toBe(second.id);
  await started(0);
  expect((await client.get(path(`/${second.id}`))).body.status).toBe('queued');
  expect((await client.post(path(`/${first.id}/cancel`))).body.status).toBe('canceled');
  expect((await client.post(path(`/${first.id}/cancel`))).status).toBe(409);
  (await started(1)).fail(new Error('no memory'));
  await ended(second.id, 'failed');
  const { body } = await client.get(path());
  expect(body.map(({ status }: { status: string }) => status).sort()).toEqual(['canceled', 'failed']);
  expect((await client.get(`/results/job/${jobId}`)).body.segments).toHaveLength(1);
});

test('a part must be short and within the video, and belongs to its user', async () => {
  expect((await client.post(path(), { start_time: 1, end_time: 62 })).body.error).toMatchObject({
    code: 'invalid_request',
    details: { max_seconds: 60 },
  });
  for (const wrong of [
    { start_time: 3, end_time: 3 },
    { start_time: 200, end_time: 210 },
    { start_time: 1, end_time: 2, region: { x: 0.9, y: 0, width: 0.5, height: 0.5 } },
    { start_time: 1, end_time: 2, modules: [] },
    { start_time: 1, end_time: 2, modules: ['people'] },
  ])
    expect((await client.post(path(), wrong)).status).toBe(400);
  expect((await client.post(path('/estimate'), { start_time: 1, end_time: 2 })).body.seconds).toBeGreaterThan(0);
  expect(looks).toEqual([]);
  const other = await otherClient(server);
  expect((await other.post(path(), { start_time: 1, end_time: 2 })).status).toBe(404);
  expect((await client.get(path('/none'))).status).toBe(404);
});
