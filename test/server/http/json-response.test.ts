import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let local: Client;
beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
  for (let i = 0; i < 6; i++) await local.upload(`video ${i}.mp4`, fakeMedia(10, String(i)));
});
afterAll(() => server.close());

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A request whose response is not decoded. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>();
  const all = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json', ...headers };
  const url = path.startsWith('http') ? path : server.apiUrl + path;
  const sent = request(url, { method, headers: all }, (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () =>
      resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) }),
    );
    incoming.on('error', reject);
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

describe('gzip', () => {
  test('compresses text for clients that accept it', async () => {
    const plain = await raw('/videos');
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(plain.body.length) });
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const accepted of ['gzip', 'deflate, gzip;q=0.5', '*', 'br, GZIP']) {
      const { headers, body } = await raw('/videos', { 'Accept-Encoding': accepted });
      expect(headers['content-encoding'], accepted).toBe('gzip');
      expect(headers['vary']).toBe('Accept-Encoding');
      expect(gunzipSync(body)).toEqual(plain.body);
    }
    expect((await raw('/openapi.json', { 'Accept-Encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  });

  test.each(['gzip;q=0', 'identity', 'br', '*;q=0', 'gzip;q=0, *'])(
    'not with Accept-Encoding: %s',
    async (accepted) => {
      const { headers } = await raw('/videos', { 'Accept-Encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toBe('Accept-Encoding');
    },
  );

  test('leaves short responses, event streams, and media as they are', async () => {
    const { body: videos } = await local.get('/videos?limit=1');
    const jobId = videos[0].job_id;
    await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await local.settled(jobId);
    const playback = (await local.get(`/videos/${jobId}/playback`)).body;
    const gzip = { 'Accept-Encoding': 'gzip' };
    for (const [path, headers] of [
      ['/notifications/unread-count', gzip],
      [`/processing/${jobId}/events`, gzip],
      [playback.playback_url, gzip],
      [playback.playback_url, { ...gzip, Range: 'bytes=0-3' }],
    ] as const) {
      const { status, headers: received } = await raw(path, headers);
      expect([200, 206], path).toContain(status);
      expect(received['content-encoding'], path).toBeUndefined();
    }
  });
});

describe('entity tags', () => {
  test('answer 304 to a client that has the body, compressed or not', async () => {
    const { headers } = await raw('/videos');
    const etag = headers['etag'] as string;
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect((await raw('/videos', { 'Accept-Encoding': 'gzip' })).headers['etag']).toBe(etag);
    for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      for (const encoding of ['identity', 'gzip']) {
        const current = await raw('/videos', { 'If-None-Match': tags, 'Accept-Encoding': encoding });
        expect(current.status, tags).toBe(304);
        expect(current.body).toHaveLength(0);
        expect(current.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-store' });
        expect(current.headers['content-encoding']).toBeUndefined();
      }
    }
    const head = await raw('/videos', {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, headers: { etag } });
    expect((await raw('/videos', { 'If-None-Match': etag }, 'HEAD')).status).toBe(304);
  });

  test('change with the body, keep links, and are only for GET', async () => {
    const { headers } = await raw('/projects?limit=1');
    await local.post('/projects', { name: 'First' });
    await local.post('/projects', { name: 'Second' });
    const changed = await raw('/projects?limit=1', { 'If-None-Match': headers['etag'] as string });
    expect(changed.status).toBe(200);
    const again = await raw('/projects?limit=1', { 'If-None-Match': changed.headers['etag'] as string });
    expect(again).toMatchObject({ status: 304, headers: { link: changed.headers['link'] } });
    const post = await raw('/search', { 'If-None-Match': '*' }, 'POST', '{"query":"shot"}');
    expect(post.status).toBe(200);
    expect(post.headers['etag']).toBeUndefined();
    const missing = await raw('/videos/none', { 'If-None-Match': '*' });
    expect(missing.status).toBe(404);
    expect(missing.headers['etag']).toBeUndefined();
  });

  test('of the dashboard change with each of its parts', async () => {
    const [seen, lengths] = [new Set<string>(), [] as number[]];
    for (const change of [
      () => local.upload('one more.mp4', fakeMedia(10, 'one more')),
      () => local.post('/projects', { name: 'Long'.repeat(20) }),
      async () => {
        const description = 'Long'.repeat(500);
        for (let i = 0; i < 8; i++) await local.post('/projects', { name: `Project ${i}`, description });
      },
      () => local.upload('the last.mp4', fakeMedia(10, 'the last')),
      () => local.post('/projects', { name: 'Longer'.repeat(20) }),
    ]) {
      await change();
      const { headers, body } = await raw('/dashboard');
      const { videos, projects } = JSON.parse(body.toString());
      expect([videos, projects]).toEqual([(await local.get('/videos')).body, (await local.get('/projects')).body]);
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(body.length) });
      const etag = headers['etag'] as string;
      expect(seen).not.toContain(etag);
      seen.add(etag);
      lengths.push(body.length);
      const gzip = { 'Accept-Encoding': 'gzip' };
      expect((await raw('/dashboard', { 'If-None-Match': etag, ...gzip })).status).toBe(304);
      const compressed = await raw('/dashboard', gzip);
      expect([compressed.headers['etag'], gunzipSync(compressed.body)]).toEqual([etag, body]);
      expect(await raw('/dashboard', {}, 'HEAD')).toMatchObject({
        status: 200,
        headers: { etag },
        body: { length: 0 },
      });
    }
    // At first it is sent as a whole, later in parts.
    expect(lengths[1]).toBeLessThan(16 * 1024);
    expect(lengths[2]).toBeGreaterThan(16 * 1024);
  });
});

describe('Retry-After', () => {
  test('is in temporary conflicts, and not in others', async () => {
    const { jobId } = await local.upload('busy.mp4', fakeMedia(10, 'busy'));
    const early = await raw(`/results/job/${jobId}`);
    expect(early).toMatchObject({ status: 409 });
    expect(early.headers['retry-after']).toBeUndefined();
    server.hold.on = true;
    const body = { selected_insights: '["scenes"]' };
    await local.post(`/processing/${jobId}/start`, body);
    const busy = await local.post(`/processing/${jobId}/start`, body);
    expect(busy).toMatchObject({ status: 409 });
    expect(busy.headers.get('retry-after')).toBe('10');
    expect((await raw(`/results/job/${jobId}`)).headers['retry-after']).toBe('10');
    server.hold.on = false;
    server.finish(jobId);
    await local.post('/tags', { name: 'Proof' });
    const taken = await local.post('/tags', { name: 'proof' });
    expect(taken).toMatchObject({ status: 409 });
    expect(taken.headers.get('retry-after')).toBeNull();
  });

  test('is in responses of an engine that is unavailable', async () => {
    const { status, headers } = await local.post('/search', { query: 'x', mode: 'vector' });
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('30');
  });
});

test('results have an entity tag, and 304 for a client that has them', async () => {
  const [video] = (await local.get('/videos')).body as { job_id: string }[];
  const path = `/results/job/${video!.job_id}?partial=true`;
  const { headers } = await raw(path);
  expect(headers['etag']).toMatch(/^W\/"/);
  expect((await raw(path, { 'If-None-Match': String(headers['etag']) })).status).toBe(304);
});
