import { afterAll, beforeAll, expect, test } from 'vitest';
import { localClient, otherClient } from '../../fixtures/client.ts';
import { FINDINGS, fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A video that was analyzed twice; the second analysis found another text and no second shot. */
async function analyzedTwice() {
  const client = localClient(server);
  const { jobId } = await client.upload('twice.mp4', fakeMedia(10, String(Math.random())));
  const { ocr, scenes } = FINDINGS;
  for (const isSecond of [false, true]) {
    FINDINGS.ocr = isSecond ? [{ ...ocr![0]!, content: 'TAXI 7' }] : ocr!;
    FINDINGS.scenes = isSecond ? scenes!.slice(0, 1) : scenes!;
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await client.settled(jobId);
  }
  Object.assign(FINDINGS, { ocr, scenes });
  const { body } = await client.get(`/videos/${jobId}/analyses`);
  return { client, jobId, list: body };
}

test('lists, compares, and restores earlier analyses', async () => {
  const { client, jobId, list } = await analyzedTwice();
  expect(list).toMatchObject({
    max_kept: 5,
    analyses: [{ id: 'current', size_bytes: 0 }, { size_bytes: expect.any(Number) }],
  });
  const earlier = list.analyses[1].id;
  const { body: compared } = await client.get(`/videos/${jobId}/compare?from=${earlier}`);
  expect(compared.modules).toEqual([
    { ...counts({ changed: 1 }), module: 'ocr' },
    { ...counts({ gone: 1, same: 1 }), module: 'scenes' },
  ]);
  expect(compared.changes).toMatchObject([
    { kind: 'gone', from: { start_time: 3 }, to: null },
    { kind: 'changed', from: { content: 'TAXI' }, to: { content: 'TAXI 7' } },
  ]);
  const { body: some } = await client.get(`/videos/${jobId}/compare?from=${earlier}&modules=ocr`);
  expect(some.changes).toHaveLength(1);

  const { status, body: after } = await client.call('POST', `/videos/${jobId}/analyses/${earlier}/restore`);
  expect(status).toBe(200);
  expect(after.analyses).toHaveLength(2);
  const { body: results } = await client.get(`/results/job/${jobId}`);
  expect(results.ocr).toMatchObject([{ content: 'TAXI' }]);
  expect(results.scenes).toHaveLength(2);
  const { body: hits } = await client.post('/search', { query: 'taxi', mode: 'keyword' });
  expect(hits.filter(({ job_id }: { job_id: string }) => job_id === jobId)).toMatchObject([{ content: 'TAXI' }]);
});

const counts = (some: object) => ({
  from_engine: 'scripted@1',
  to_engine: 'scripted@1',
  added: 0,
  gone: 0,
  changed: 0,
  same: 0,
  ...some,
});

test('a video that is being analyzed is not restored', async () => {
  const { client, jobId, list } = await analyzedTwice();
  server.hold.on = true;
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["ocr"]' });
  expect((await client.call('POST', `/videos/${jobId}/analyses/${list.analyses[1].id}/restore`)).status).toBe(409);
  server.hold.on = false;
  server.finish(jobId);
  await client.settled(jobId);
});

test('analyses of other users and videos do not exist', async () => {
  const { client, jobId, list } = await analyzedTwice();
  const second = await analyzedTwice();
  const other = await otherClient(server, 'thief');
  const earlier = list.analyses[1].id;
  for (const [who, video] of [
    [other, jobId],
    [client, second.jobId],
  ] as const) {
    expect((await who.get(`/videos/${video}/compare?from=${earlier}`)).status).toBe(404);
    expect((await who.call('POST', `/videos/${video}/analyses/${earlier}/restore`)).status).toBe(404);
  }
  expect((await other.get(`/videos/${jobId}/analyses`)).status).toBe(404);
  expect((await client.get(`/videos/${jobId}/compare?from=x`)).status).toBe(404);
});
