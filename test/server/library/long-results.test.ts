import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

const FINDINGS = 4100;

let server: TestServer;
let client: Client;
let jobId: string;
let videoId: number;

const findings = (count: number, engine: string) => ({
  module: 'ocr' as const,
  engine,
  segments: Array.from({ length: count }, (_, i) => ({
    content: 'EXIT',
    start_time: i / 1000,
    end_time: i / 1000 + 1,
    data: null,
  })),
});

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  ({ jobId } = await client.upload('a.mp4', fakeMedia(10)));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  videoId = server.store.videos.byJobId(jobId)!.id;
  server.store.segments.replaceModule(videoId, findings(FINDINGS, 'text@1'));
});
afterAll(() => server.close());

/** Turns of the event loop until a promise settles. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isSettled = false;
  const count = () => {
    turns++;
    if (!isSettled) setImmediate(count);
  };
  setImmediate(count);
  await promise.finally(() => {
    isSettled = true;
  });
  return turns;
}

test('long results are sent in parts, with the same bytes and the tag of these', async () => {
  const headers = { Authorization: `Bearer ${server.token}` };
  const url = `${server.apiUrl}/results/job/${jobId}`;
  const response = await fetch(url, { headers });
  const text = await response.text();
  const { segments, ocr, scenes } = JSON.parse(text);
  expect([segments.length, ocr.length, scenes.length]).toEqual([FINDINGS + 2, FINDINGS, 2]);
  expect(segments.filter(({ module }: { module: string }) => module === 'ocr')).toEqual(ocr);
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  expect(response.headers.get('etag')).toBe(tag);
  expect((await fetch(url, { headers: { ...headers, 'If-None-Match': tag } })).status).toBe(304);
});

test('other requests are answered while long findings are read', async () => {
  const { segments } = server.store;
  const reading = segments.listInParts(1, jobId);
  expect(await turnsUntil(reading)).toBeGreaterThanOrEqual(1);
  expect(await reading).toEqual(segments.list(1, jobId));
});

test('findings that are replaced meanwhile are read as a whole', async () => {
  const { segments } = server.store;
  const reading = segments.listInParts(1, jobId);
  segments.replaceModule(videoId, findings(1, 'text@2'));
  const engines = new Set((await reading).filter(({ module }) => module === 'ocr').map(({ engine }) => engine));
  expect([...engines]).toEqual(['text@2']);
});
