import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const withKey = (key: string, client = localClient(server)) => ({
  post: (path: string, body: unknown) => client.call('POST', path, body, { 'Idempotency-Key': key }),
});
const projects = async () => (await localClient(server).get('/projects')).body as { name: string }[];

describe('a POST with an Idempotency-Key', () => {
  test('is executed once, and its response is sent again', async () => {
    const once = withKey('"8e03978e-40d5-43dd-bc93-6f18abafdc5a"');
    const first = await once.post('/projects', { name: 'Once', colr: 1 });
    const again = await once.post('/projects', { name: 'Once', colr: 1 });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-ignored')).toBe(first.headers.get('x-ignored'));
    expect((await projects()).filter(({ name }) => name === 'Once')).toHaveLength(1);
    // The quotes of the header are not part of the key.
    const bare = await withKey('8e03978e-40d5-43dd-bc93-6f18abafdc5a').post('/projects', { name: 'Once', colr: 1 });
    expect(bare.body).toEqual(first.body);
  });

  test('with the key of another request is 422', async () => {
    const once = withKey('same');
    await once.post('/projects', { name: 'A' });
    for (const [path, body] of [
      ['/projects', { name: 'B' }],
      ['/tags', { name: 'A' }],
      ['/projects?x=1', { name: 'A' }],
    ] as const) {
      expect(await once.post(path, body)).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency_mismatch' } },
      });
    }
    expect((await projects()).map(({ name }) => name)).not.toContain('B');
  });

  test('that is being executed is 409 with Retry-After', async () => {
    const caller = await server.services.authenticator.authenticate(`Bearer ${server.token}`, 'access');
    const attempt = server.services.idempotency.begin(caller, 'open', 'another');
    expect(() => server.services.idempotency.begin(caller, 'open', 'another')).toThrow('being executed');
    expect(await withKey('open').post('/projects', { name: 'C' })).toMatchObject({ status: 422 });
    attempt.end(undefined);
    const both = await Promise.all([1, 2].map(() => withKey('twice').post('/projects', { name: 'Twice' })));
    for (const { status, headers } of both.filter((each) => each.status !== 201)) {
      expect(status).toBe(409);
      expect(headers.get('retry-after')).toBe('1');
    }
    expect((await projects()).filter(({ name }) => name === 'Twice')).toHaveLength(1);
  });

  test('has keys of its own for each credential', async () => {
    const local = localClient(server);
    const { raw_key } = (await local.post('/keys', { name: 'script' })).body;
    const other = await otherClient(server);
    const ids = [];
    for (const client of [local, createClient(server, raw_key), other]) {
      ids.push((await withKey('shared', client).post('/projects', { name: 'Mine' })).body.id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  test('keeps errors of the request, and not those that are temporary', async () => {
    const local = localClient(server);
    expect((await withKey('tag').post('/tags', { name: 'Proof' })).status).toBe(201);
    expect((await withKey('tag-2').post('/tags', { name: 'proof' })).status).toBe(409);
    const { jobId } = await local.upload('busy.mp4', fakeMedia(10, 'busy'));
    server.hold.on = true;
    const body = { selected_insights: '["scenes"]' };
    await local.post(`/processing/${jobId}/start`, body);
    expect((await withKey('start').post(`/processing/${jobId}/start`, body)).status).toBe(409);
    server.hold.on = false;
    server.finish(jobId);
    expect((await withKey('start').post(`/processing/${jobId}/start`, body)).status).toBe(200);
    // 503: no embedding engine.
    const search = { query: 'x', mode: 'vector' };
    const failed = await withKey('search').post('/search', search);
    const repeated = await withKey('search').post('/search', search);
    expect([failed.status, repeated.status]).toEqual([503, 503]);
    expect(repeated.headers.get('idempotency-replayed')).toBeNull();
    expect((await withKey('tag-2').post('/tags', { name: 'proof' })).headers.get('idempotency-replayed')).toBe('true');
  });

  test('is executed again if it only reads', async () => {
    const local = localClient(server);
    const { id: project_id } = (await local.post('/projects', { name: 'Confined' })).body;
    const { jobId } = await local.upload('left.mp4', fakeMedia(10, 'left'));
    await local.patch(`/videos/${jobId}`, { project_id });
    const { raw_key } = (await local.post('/keys', { name: 'reader', projects: [project_id] })).body;
    const reader = withKey('check', createClient(server, raw_key));
    const check = { text: 'Ann said: “A private word.”' };
    expect((await reader.post('/checks', check)).body.videos).toBe(1);
    await local.patch(`/videos/${jobId}`, { project_id: null });
    // A stored response would still tell the key about a video that has left its project.
    const { body, headers } = await reader.post('/checks', check);
    expect([body.videos, headers.get('idempotency-replayed')]).toEqual([0, null]);
  });

  test.each(['', '"', 'a b', 'x'.repeat(256), 'ü'])('with an invalid key is 400: %s', async (key) => {
    const response = await fetch(`${server.apiUrl}/projects`, {
      method: 'POST',
      headers: [
        ['Authorization', `Bearer ${server.token}`],
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', Buffer.from(key).toString('latin1')],
      ],
      body: '{"name":"Never"}',
    });
    expect(response.status).toBe(400);
  });

  test('leaves no text of its response in the database', async () => {
    const { body } = await withKey('secret').post('/keys', { name: 'hidden' });
    expect((await withKey('secret').post('/keys', { name: 'hidden' })).body.raw_key).toBe(body.raw_key);
    for (const file of (await readdir(server.dataFolder)).filter((name) => name.startsWith('reelscope.db'))) {
      expect((await readFile(join(server.dataFolder, file))).includes(body.raw_key), file).toBe(false);
    }
  });
});
