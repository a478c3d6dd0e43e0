import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

const line = (content: string, start: number, speaker: string) => ({
  content,
  start_time: start,
  end_time: start + 4,
  data: { speaker, speaker_id: speaker },
});
const LINES = [line('good morning', 0, 'S1'), line('hello', 5, 'S2'), line('let us begin', 10, 'S1')];

async function setUp() {
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const { id } = server.store.videos.get(1, jobId)!;
  const speakers = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  const analyze = (engine: string, segments = LINES) =>
    server.store.segments.replaceModule(id, {
      module: 'transcription',
      engine: 'test@1',
      segments,
      speakers: {
        engine,
        minSimilarity: 0.9,
        speakers: speakers.map((embedding, i) => ({ label: `S${i + 1}`, embedding })),
      },
    });
  analyze('voices@1');
  const path = `/videos/${jobId}/speakers`;
  const lines = async (): Promise<Segment[]> =>
    (await client.get(`/results/job/${jobId}?modules=transcription`)).body.segments.filter(
      (segment: Segment) => segment.module === 'transcription',
    );
  const names = async () => (await lines()).map(({ data }) => data!.speaker);
  return { jobId, path, lines, names, analyze };
}

describe('speakers', () => {
  test('finds a voice in other videos, which are named one by one', async () => {
    const [first, second, trashed] = [await setUp(), await setUp(), await setUp()];
    await client.delete(`/videos/${trashed.jobId}`);
    await client.post(`${second.path}/S2/merge`, { into: 'S1' });
    const request = { job_id: first.jobId, speaker_id: 'S2', consent: true };
    const { body } = await client.post('/voices/search', request);
    const own = body.matches.filter(({ job_id }: { job_id: string }) => job_id === second.jobId);
    // S2 of the second video is part of its S1 now.
    expect(own).toMatchObject([{ speaker_id: 'S1', name: null, seconds: 12, start_time: 0, similarity: 1 }]);
    const ids = body.matches.map(({ job_id }: { job_id: string }) => job_id);
    expect(ids).not.toContain(first.jobId);
    expect(ids).not.toContain(trashed.jobId);
  });

  test('compares no voices without consent, of other models, and of little speech', async () => {
    const [first, second] = [await setUp(), await setUp()];
    const request = { job_id: first.jobId, speaker_id: 'S1' };
    expect((await client.post('/voices/search', request)).body.error.code).toBe('invalid_request');
    const search = async () => {
      const { body } = await client.post('/voices/search', { ...request, consent: true });
      return body.matches.filter(({ job_id }: { job_id: string }) => job_id === second.jobId);
    };
    expect(await search()).toHaveLength(1);
    second.analyze('voices@2');
    expect(await search()).toEqual([]);
    second.analyze('voices@1', [{ ...line('good', 0, 'S1'), end_time: 3 }]);
    expect(await search()).toEqual([]);
  });

  test('lists, names, merges, and separates them', async () => {
    const { path, names } = await setUp();
    expect((await client.get(path)).body.speakers).toEqual([
      { id: 'S1', name: null, lines: 2, seconds: 8, merged: [], voice_id: null, has_voice: true },
      { id: 'S2', name: null, lines: 1, seconds: 4, merged: [], voice_id: null, has_voice: true },
    ]);
    expect((await client.patch(`${path}/S1`, { name: ' Anna ' })).body.speakers[0]).toMatchObject({ name: 'Anna' });
    expect(await names()).toEqual(['Anna', 'S2', 'Anna']);
    expect((await client.post(`${path}/S2/merge`, { into: 'S1' })).body.speakers).toMatchObject([{ lines: 3 }]);
    expect((await client.delete(`${path}/S2/merge`)).body.speakers).toHaveLength(2);
    expect((await client.patch(`${path}/S1`, { name: null })).status).toBe(200);
    expect(await names()).toEqual(['S1', 'S2', 'S1']);
  });

  test('assigns a line to another or a new speaker', async () => {
    const { jobId, path, lines, names } = await setUp();
    const segments = await lines();
    const assign = (speaker_id: string | null) =>
      client.post(`/videos/${jobId}/transcript/edits`, {
        edits: [{ type: 'speaker', segment_id: segments[0]!.id, speaker_id }],
      });
    expect((await assign('S3')).body.results[0].segments[0].data).toMatchObject({ speaker: 'S3', speaker_id: 'S3' });
    expect((await client.get(path)).body.speakers).toMatchObject([{ id: 'S1' }, { id: 'S2' }, { has_voice: false }]);
    await assign(null);
    expect(await names()).toEqual(['S1', 'S2', 'S1']);
    expect((await assign('Anna')).status).toBe(400);
  });

  test.each([
    ['an unknown speaker', 'patch', '/S9', { name: 'Anna' }, 404],
    ['an empty name', 'patch', '/S1', { name: ' ' }, 400],
    ['a merge with itself', 'post', '/S1/merge', { into: 'S1' }, 400],
    ['a merge into an unknown speaker', 'post', '/S1/merge', { into: 'S9' }, 404],
  ] as const)('refuses %s', async (_name, method, suffix, body, status) => {
    const { path } = await setUp();
    expect((await client[method](`${path}${suffix}`, body)).status).toBe(status);
  });
});

describe('known voices', () => {
  test('are kept with consent, and can be deleted', async () => {
    const { jobId, path } = await setUp();
    const request = { job_id: jobId, speaker_id: 'S2', consent: true };
    expect((await client.post('/voices', request)).body).toMatchObject({
      error: { message: 'Name the speaker first.' },
    });
    await client.patch(`${path}/S2`, { name: 'Ben' });
    expect((await client.post('/voices', { ...request, consent: false })).status).toBe(400);
    const { body: voice } = await client.post('/voices', request);
    expect(voice).toMatchObject({ name: 'Ben', engine: 'voices@1' });
    expect((await client.get(path)).body.speakers[1]).toMatchObject({ name: 'Ben', voice_id: voice.id });
    const next = await setUp();
    expect(await next.names()).toEqual(['S1', 'Ben', 'S1']);
    expect((await client.get('/voices')).body.voices).toEqual([voice]);
    expect((await client.delete(`/voices/${voice.id}`)).status).toBe(200);
    expect((await client.get('/voices')).body.voices).toEqual([]);
    expect((await client.delete(`/voices/${voice.id}`)).status).toBe(404);
    expect((await client.get(path)).body.speakers[1]).toMatchObject({ name: 'Ben', voice_id: null });
  });
});
