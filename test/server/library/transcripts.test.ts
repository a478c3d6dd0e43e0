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

/** A line with a word in each second. */
const line = (content: string, start: number) => {
  const words = content.split(' ').map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8 }));
  return { content, start_time: start, end_time: words.at(-1)!.end_time, data: { words } };
};
const LINES = [line('we shall meat again', 0), line('some sunny day', 5), line('goodbye', 9)];

async function setUp() {
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const analyze = () => {
    const { id } = server.store.videos.get(1, jobId)!;
    server.store.segments.replaceModule(id, { module: 'transcription', engine: 'test@1', segments: LINES });
  };
  analyze();
  const lines = async (): Promise<Segment[]> =>
    (await client.get(`/results/job/${jobId}?modules=transcription`)).body.segments.filter(
      (segment: Segment) => segment.module === 'transcription',
    );
  const texts = async () => (await lines()).map(({ content }) => content);
  const edit = (...edits: object[]) => client.post(`/videos/${jobId}/transcript/edits`, { edits });
  return { jobId, lines, texts, edit, analyze };
}

describe('editing a transcript', () => {
  test('applies edits in order and returns the changed lines', async () => {
    const { lines, texts, edit } = await setUp();
    const [first, second, third] = (await lines()).map(({ id }) => id);
    const { body } = await edit(
      { type: 'text', segment_id: first, content: 'We shall meet again.' },
      { type: 'split', segment_id: second, at: 4 },
      { type: 'remove', segment_id: third },
    );
    expect(body.results).toMatchObject([
      { segments: [{ id: first, content: 'We shall meet again.', data: { corrected: true } }], removed: [] },
      {
        segments: [
          { id: second, content: 'some' },
          { content: 'sunny day', start_time: 6 },
        ],
        removed: [],
      },
      { segments: [], removed: [third], restore_id: expect.any(String) },
    ]);
    expect(await texts()).toEqual(['We shall meet again.', 'some', 'sunny day']);
    const next = body.results[1].segments[1].id;
    const undone = await edit(
      { type: 'restore', restore_id: body.results[2].restore_id },
      { type: 'merge', segment_id: second, next_id: next },
    );
    expect(undone.body.results[1]).toMatchObject({ segments: [{ content: 'some sunny day' }], removed: [next] });
    expect(await texts()).toEqual(['We shall meet again.', 'some sunny day', 'goodbye']);
  });

  test('reaches search and exports immediately, and outlives a reanalysis', async () => {
    const { jobId, lines, edit, analyze } = await setUp();
    await edit({ type: 'text', segment_id: (await lines())[0]!.id, content: 'we shall meet zebras' });
    const seen = async () => ({
      found: (await client.post('/search', { query: 'zebras', job_ids: [jobId] })).body.length,
      exported: (await client.get(`/results/job/${jobId}?format=srt`)).body.includes('we shall meet zebras'),
    });
    expect(await seen()).toEqual({ found: 1, exported: true });
    analyze();
    expect(await seen()).toEqual({ found: 1, exported: true });
  });

  test('applies all edits or none', async () => {
    const { lines, texts, edit } = await setUp();
    const [first, , third] = (await lines()).map(({ id }) => id);
    const answer = await edit(
      { type: 'text', segment_id: first, content: 'changed' },
      { type: 'merge', segment_id: first, next_id: third },
    );
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(await texts()).toEqual(LINES.map(({ content }) => content));
  });

  test.each([
    [[], 400],
    [[{ type: 'text', segment_id: 'LINE', content: '  ' }], 400],
    [[{ type: 'split', segment_id: 'LINE', at: 99 }], 400],
    [[{ type: 'translate', segment_id: 'LINE' }], 400],
    [[{ type: 'remove', segment_id: '99999' }], 404],
    [[{ type: 'remove', segment_id: 'SCENE' }], 404],
    [[{ type: 'restore', restore_id: '99999' }], 404],
  ])('%j: %d', async (edits, status) => {
    const { jobId, edit } = await setUp();
    const { segments } = (await client.get(`/results/job/${jobId}`)).body;
    const idOf = (module: string) => segments.find((segment: Segment) => segment.module === module).id;
    const filled = JSON.stringify(edits).replace('LINE', idOf('transcription')).replace('SCENE', idOf('scenes'));
    expect((await edit(...JSON.parse(filled))).status).toBe(status);
  });

  test('rejects lines of another video', async () => {
    const [a, b] = [await setUp(), await setUp()];
    const [other] = await b.lines();
    expect((await a.edit({ type: 'remove', segment_id: other!.id })).status).toBe(404);
    expect(
      (await client.post('/videos/nothing/transcript/edits', { edits: [{ type: 'remove', segment_id: '1' }] })).status,
    ).toBe(404);
  });
});
