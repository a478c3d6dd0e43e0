import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

const processed = async () => {
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  return jobId;
};
const segmentsOf = async (jobId: string) => (await client.get(`/results/job/${jobId}`)).body.segments;

describe('corrections', () => {
  test('show an edited text in the results and in search, also after a reanalysis', async () => {
    const jobId = await processed();
    const taxi = (await segmentsOf(jobId)).find((segment: { module: string }) => segment.module === 'ocr');
    const answer = await client.patch(`/segments/${taxi.id}`, { content: ' TAXIDERMY ' });
    expect(answer.body).toMatchObject({
      id: taxi.id,
      content: 'TAXIDERMY',
      data: { corrected: true, original: 'TAXI' },
    });
    const search = async () =>
      (await client.post('/search', { query: 'taxidermy', job_ids: [jobId] })).body.map(
        (hit: { content: string }) => hit.content,
      );
    expect(await search()).toEqual(['TAXIDERMY']);
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    expect(await search()).toEqual(['TAXIDERMY']);
  });

  test('keep a removed finding out', async () => {
    const jobId = await processed();
    const [first, ...others] = await segmentsOf(jobId);
    const { body } = await client.delete(`/segments/${first.id}`);
    expect(body).toEqual({ ok: true, restore_id: expect.any(String) });
    expect((await client.delete(`/segments/${first.id}`)).status).toBe(404);
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    expect((await segmentsOf(jobId)).map((segment: { content: string }) => segment.content)).toEqual(
      others.map((segment: { content: string }) => segment.content),
    );
    const edits = [{ type: 'restore', restore_id: body.restore_id }];
    expect((await client.post(`/videos/${jobId}/transcript/edits`, { edits })).status).toBe(200);
    expect(await segmentsOf(jobId)).toMatchObject([first, ...others].map(({ content, data }) => ({ content, data })));
  });

  test.each([[{}], [{ content: '  ' }], [{ content: 3 }], [{ label: '' }]])('%j: 400', async (body) => {
    const [first] = await segmentsOf(await processed());
    expect((await client.patch(`/segments/${first.id}`, body)).status).toBe(400);
  });

  test.each(['0', 'x', '99999'])('segment %s: 404', async (id) => {
    expect((await client.patch(`/segments/${id}`, { content: 'a' })).status).toBe(404);
  });
});

describe('added findings', () => {
  const HARBOR = { module: 'ocr', content: ' Harbor master ', start_time: 1.2345, end_time: 99 };
  type Found = { content: string; start_time: number; end_time: number; engine: string | null; data: unknown };
  const harborOf = async (jobId: string): Promise<Found> =>
    (await segmentsOf(jobId)).find(({ content }: Found) => content.startsWith('Harbor'));

  test('state who added them and when, within the video, and are found, kept, exported, and shared', async () => {
    const jobId = await processed();
    const { full_name } = (await client.get('/profile')).body;
    const answer = await client.post(`/videos/${jobId}/segments`, HARBOR);
    expect(answer.status).toBe(201);
    const data = { added: true, added_by: full_name, added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
    const duration = (await client.get(`/videos/${jobId}`)).body.duration;
    const expected = { content: 'Harbor master', start_time: 1.235, end_time: duration, engine: null, data };
    expect(answer.body).toMatchObject({ module: 'ocr', ...expected });
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    expect(await harborOf(jobId)).toMatchObject(expected);
    const hits = (await client.post('/search', { query: 'harbor master', job_ids: [jobId] })).body;
    expect(hits[0].content).toBe('Harbor master');
    expect(JSON.stringify((await client.get(`/results/job/${jobId}?format=csv`)).body)).toContain('Harbor master');
    const { share_hash } = (await client.post('/shared-reports', { video_id: jobId })).body;
    const shared = (await client.get(`/shared-reports/${share_hash}`)).body.segments as Found[];
    const { added_by: _, ...anonymous } = data;
    expect(shared.find(({ content }) => content.startsWith('Harbor'))?.data).toEqual(anonymous);
    const history = (await client.get(`/videos/${jobId}/audit`)).body.entries;
    expect(history).toContainEqual(
      expect.objectContaining({
        action: 'corrected',
        details: expect.objectContaining({ change: 'added', to: 'Harbor master' }),
      }),
    );
    const { videos } = (await client.post('/manifests', { videos: [jobId] })).body;
    expect(videos[0].corrections).toEqual({ edited: 0, removed: 0, added: 1 });
  });

  test('change without an original, and stay removed', async () => {
    const jobId = await processed();
    const { id } = (await client.post(`/videos/${jobId}/segments`, { ...HARBOR, module: 'transcription' })).body;
    const change = { content: 'Harbor pilot', start_time: 0.5, end_time: 0.75 };
    const changed = (await client.patch(`/segments/${id}`, change)).body;
    expect(changed).toMatchObject(change);
    expect(changed.data.corrected).toBeUndefined();
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    const kept = await harborOf(jobId);
    expect(kept).toMatchObject(change);
    await client.delete(`/segments/${(kept as unknown as { id: string }).id}`);
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    expect(await harborOf(jobId)).toBeUndefined();
  });

  test('need a range of the video', async () => {
    const jobId = await processed();
    for (const times of [{ start_time: 0.5, end_time: 0.5 }, { start_time: 50 }, { start_time: -1 }]) {
      const answer = await client.post(`/videos/${jobId}/segments`, { ...HARBOR, ...times });
      expect(answer.status).toBe(400);
    }
  });
});

describe('edited times', () => {
  test('are kept after a reanalysis and can be reverted', async () => {
    const jobId = await processed();
    const taxiOf = async () => (await segmentsOf(jobId)).find(({ module }: { module: string }) => module === 'ocr');
    const taxi = await taxiOf();
    const edited = await client.patch(`/segments/${taxi.id}`, { end_time: taxi.end_time + 0.25 });
    expect(edited.body).toMatchObject({
      end_time: taxi.end_time + 0.25,
      data: { corrected: true, original_start_time: taxi.start_time, original_end_time: taxi.end_time },
    });
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    const kept = await taxiOf();
    expect(kept.end_time).toBe(taxi.end_time + 0.25);
    const reverted = await client.patch(`/segments/${kept.id}`, { end_time: taxi.end_time });
    expect(reverted.body).toMatchObject({ end_time: taxi.end_time, data: taxi.data });
    const empty = { start_time: taxi.end_time, end_time: taxi.start_time };
    expect((await client.patch(`/segments/${kept.id}`, empty)).status).toBe(400);
  });
});

describe('other data of a video', () => {
  test('returns findings before the analysis has completed', async () => {
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    expect((await client.get(`/results/job/${jobId}`)).status).toBe(409);
    const partial = await client.get(`/results/job/${jobId}?partial=true`);
    expect(partial.body).toMatchObject({ status: 'uploaded', segments: [] });
  });

  test('returns the media facts, and whether the source exists', async () => {
    const { jobId, filePath } = await client.upload('a.mp4', fakeMedia());
    const facts = { video: { codec: 'fake', width: 640, height: 360, frame_rate: 25 }, audio: null };
    expect((await client.get(`/videos/${jobId}/media`)).body).toMatchObject({ ...facts, source_exists: true });
    await client.call('DELETE', '/storage/files', { file_path: filePath });
    expect((await client.get(`/videos/${jobId}/media`)).body).toMatchObject({ ...facts, source_exists: false });
  });

  test('returns no waveform before an analysis has read the audio', async () => {
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    expect((await client.get(`/videos/${jobId}/waveform`)).body).toEqual({ peaks_per_second: 25, peaks: null });
  });
});
