import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { EXTENDED, WHOLE } from '../../fixtures/extended.ts';
import { expectSafeAnswer, FUZZED, requestsTo } from '../../fixtures/fuzz.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

/** Requests to each operation; test/fire sends more. */
const REQUESTS = EXTENDED ? 10 : 1;

let server: TestServer;
let authorization: string;
/** Existing ids of the caller and of another user. */
const known: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  for (const client of [await otherClient(server, 'victim'), localClient(server)]) {
    const { jobId } = await client.upload('a.mp4', fakeMedia(10));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId);
    known.push(jobId, (await client.post('/shared-reports', { video_id: jobId })).body.share_hash);
    await client.post('/chat/ask', { question: 'bridge?', video_id: jobId });
    await client.post('/projects', { name: 'p' });
    await client.post('/saved-searches', { name: 's', query: 'q' });
    const { id } = (await client.post('/moments', { job_id: jobId, start_time: 1, tags: ['t'] })).body;
    const items = [{ kind: 'moment', moment_id: id }];
    const story = (await client.post('/stories', { title: 's', items })).body;
    known.push(story.id, story.items[0].id);
  }
  authorization = `Bearer ${server.token}`;
});
afterAll(() => server.close());

test.each(FUZZED.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers any request with success or the standard error body',
  { ...WHOLE, timeout: 600_000 },
  async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(requestsTo(operation, known), async (request) => {
        await expectSafeAnswer(server.apiUrl, authorization, operation, request);
      }),
      { numRuns: REQUESTS, endOnFailure: true, seed: EXTENDED ? Date.now() : 7 },
    );
  },
);

test('no request caused an internal error', WHOLE, async () => {
  expect(server.log.filter((line) => line.level === 'error')).toEqual([]);
  expect((await createClient(server, authorization).get('/dashboard')).status).toBe(200);
});
