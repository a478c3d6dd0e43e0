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
    expect((await client.delete(`/segments/${first.id}`)).body).toEqual({ ok: true });
    expect((await client.delete(`/segments/${first.id}`)).status).toBe(404);
    await client.post(`/videos/${jobId}/reprocess`);
    await client.settled(jobId);
    expect((await segmentsOf(jobId)).map((segment: { content: string }) => segment.content)).toEqual(
      others.map((segment: { content: string }) => segment.content),
    );
  });

  test.each([[{}], [{ content: '  ' }], [{ content: 3 }], [{ label: '' }]])('%j: 400', async (body) => {
    const [first] = await segmentsOf(await processed());
    expect((await client.patch(`/segments/${first.id}`, body)).status).toBe(400);
  });

  test.each(['0', 'x', '99999'])('segment %s: 404', async (id) => {
    expect((await client.patch(`/segments/${id}`, { content: 'a' })).status).toBe(404);
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
