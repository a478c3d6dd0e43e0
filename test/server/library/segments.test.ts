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

describe('correcting', () => {
  test('a corrected text shows in the results and is found by search, also after another analysis', async () => {
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

  test('a finding that was taken out stays out', async () => {
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

describe('beside the results', () => {
  test('what was found so far can be read before the analysis has completed', async () => {
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    expect((await client.get(`/results/job/${jobId}`)).status).toBe(409);
    const partial = await client.get(`/results/job/${jobId}?partial=true`);
    expect(partial.body).toMatchObject({ status: 'uploaded', segments: [] });
  });

  test('the facts of the file, and whether it is still there', async () => {
    const { jobId, filePath } = await client.upload('a.mp4', fakeMedia());
    const facts = { video: { codec: 'fake', width: 640, height: 360, frame_rate: 25 }, audio: null };
    expect((await client.get(`/videos/${jobId}/media`)).body).toMatchObject({ ...facts, source_exists: true });
    await client.call('DELETE', '/storage/files', { file_path: filePath });
    expect((await client.get(`/videos/${jobId}/media`)).body).toMatchObject({ ...facts, source_exists: false });
  });

  test('no waveform before an analysis has listened', async () => {
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    expect((await client.get(`/videos/${jobId}/waveform`)).body).toEqual({ peaks_per_second: 25, peaks: null });
  });
});
