import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import type { GeneratingEngine } from '../../../src/models/engine.ts';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { OPERATIONS } from '../../fixtures/conformance.ts';
import { fakeMedia, movableClock, startTestServer, type TestServer } from '../../fixtures/server.ts';

const DAY_MS = 24 * 3600 * 1000;

const untilAborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new CanceledError())));
/** Never answers, so that questions and checks stay open. */
const silentModel: GeneratingEngine = {
  info: { id: 'silent', version: '1' },
  contextTokens: 4096,
  supportsImages: false,
  dispose: async () => {},
  write: (_, signal) => untilAborted(signal),
  async *stream(_, signal) {
    yield await untilAborted(signal);
  },
};

let server: TestServer;
let local: Client;
let jobId: string;
const clock = movableClock(Date.now());

beforeAll(async () => {
  server = await startTestServer({ clock, languageModel: async () => silentModel });
  local = localClient(server);
  ({ jobId } = await local.upload('a.mp4', fakeMedia()));
  await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await local.settled(jobId);
  server.hold.on = true;
});
afterAll(() => server.close());

async function createKey(): Promise<{ id: string; client: Client; header: string }> {
  const { body } = await local.post('/keys', { name: 'script' });
  return { id: body.id, client: createClient(server, body.raw_key), header: body.raw_key };
}

const statusOf = async (token: string) => (await createClient(server, `Bearer ${token}`).get('/profile')).status;

describe('token issued for an API key', () => {
  test('ends with the key', async () => {
    const { id, client } = await createKey();
    const { body } = await client.post('/tokens');
    expect(await statusOf(body.token)).toBe(200);
    await local.patch(`/keys/${id}`, { is_active: false });
    expect(await statusOf(body.token)).toBe(401);
    await local.patch(`/keys/${id}`, { is_active: true });
    expect(await statusOf(body.token)).toBe(200);
    await local.delete(`/keys/${id}`);
    expect(await statusOf(body.token)).toBe(401);
  });

  test('can’t be renewed', async () => {
    const { client } = await createKey();
    const { body } = await client.post('/tokens');
    const renewal = await createClient(server, `Bearer ${body.token}`).post('/tokens');
    expect([renewal.status, renewal.body.error.code]).toEqual([403, 'forbidden']);
  });
});

test('renewal ends with the maximum age of the session', async () => {
  let { token } = await server.localToken();
  const startedMs = clock.now();
  let renewals = 0;
  for (; renewals < 100; renewals++) {
    clock.moveBy(11 * 3600 * 1000);
    const { status, body } = await createClient(server, `Bearer ${token}`).post('/tokens');
    if (status === 401) break;
    expect(Date.parse(`${body.expires_at}Z`)).toBeLessThanOrEqual(startedMs + 30 * DAY_MS);
    token = body.token;
  }
  expect(renewals).toBeGreaterThan(60);
  expect(clock.now() - startedMs).toBeGreaterThanOrEqual(30 * DAY_MS);
  expect(await statusOf(token)).toBe(401);
  // A new sign-in starts a new session.
  server.token = (await server.localToken()).token;
  local = localClient(server);
  expect(await statusOf(server.token)).toBe(200);
});

describe('a step of the clock', () => {
  const HOUR_MS = 3600 * 1000;

  test.each([-30_000, -13 * HOUR_MS, -400 * DAY_MS])('back by %i ms rejects no token', async (step) => {
    const { token } = await server.localToken();
    const { header } = await createKey();
    clock.moveBy(step);
    expect(await statusOf(token)).toBe(200);
    expect((await createClient(server, header).get('/profile')).status).toBe(200);
    expect((await createClient(server, `Bearer ${token}`).post('/tokens')).status).toBe(201);
    clock.moveBy(-step);
  });

  test('forward by 13 hours lets an expired token be renewed, and nothing else', async () => {
    const { token } = await server.localToken();
    const { header } = await createKey();
    const { body: keyed } = await createClient(server, header).post('/tokens');
    clock.moveBy(13 * HOUR_MS);
    expect(await statusOf(token)).toBe(401);
    const client = createClient(server, `Bearer ${token}`);
    const { status, body } = await client.post('/tokens');
    expect(status).toBe(201);
    expect(await statusOf(body.token)).toBe(200);
    expect((await createClient(server, header).get('/profile')).status).toBe(200);
    expect((await createClient(server, `Bearer ${keyed.token}`).post('/tokens')).status).toBe(403);
    clock.moveBy(8 * DAY_MS);
    expect((await client.post('/tokens')).status).toBe(401);
    server.token = (await server.localToken()).token;
    local = localClient(server);
  });
});

/** Requests of every operation that answers with an event stream. */
const STREAMS: Record<string, (id: string) => [path: string, body?: object]> = {
  'GET /events': () => ['/events'],
  'GET /processing/{job_id}/events': (id) => [`/processing/${id}/events`],
  'GET /models/{model_id}/events': () => ['/models/whisper-base/events'],
  'POST /checks/stream': (id) => ['/checks/stream', { text: 'The bridge was closed on Monday.', job_ids: [id] }],
  'POST /chat/ask/stream': (id) => ['/chat/ask/stream', { question: 'What happens?', video_id: id }],
};

describe('event streams', () => {
  test('are all in this table', () => {
    const streams = OPERATIONS.filter(({ mediaTypes }) => mediaTypes.includes('text/event-stream'));
    expect(streams.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(STREAMS).sort());
  });

  const open = async (name: string, authorization: string): Promise<{ ended: Promise<string> }> => {
    // The stream of a settled job or download ends at once.
    const { models } = server.services;
    const get = models.get;
    if (name.includes('model')) {
      Object.assign(models, {
        get: async (id: string) => ({ ...(await get(id)), status: 'installing' as const }),
      });
    }
    let id = jobId;
    if (name.includes('processing')) {
      ({ jobId: id } = await local.upload('held.mp4', fakeMedia()));
      await local.post(`/processing/${id}/start`, { selected_insights: '["scenes"]' });
    }
    const [path, body] = STREAMS[name]!(id);
    const response = await fetch(server.apiUrl + path, {
      method: name.split(' ')[0]!,
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    Object.assign(models, { get });
    expect(response.status).toBe(200);
    return { ended: response.text() };
  };
  const isOpen = async (ended: Promise<unknown>) =>
    Promise.race([ended.then(() => false), new Promise((resolve) => setTimeout(resolve, 100, true))]);

  test.each(Object.keys(STREAMS))('%s closes when its key is deleted', async (name) => {
    const { id, header } = await createKey();
    const stream = await open(name, header);
    const others = await open(name, `Bearer ${server.token}`);
    expect(await isOpen(stream.ended)).toBe(true);
    await local.delete(`/keys/${id}`);
    await stream.ended;
    expect(await isOpen(others.ended)).toBe(true);
  });

  test('close when the key of their token is deactivated', async () => {
    const { id, client } = await createKey();
    const { body } = await client.post('/tokens');
    const stream = await open('GET /events', `Bearer ${body.token}`);
    await local.patch(`/keys/${id}`, { is_active: false });
    await stream.ended;
  });

  test('close when their token expires', async () => {
    const { token } = await server.services.identity.issue('local', 1);
    await (await open('GET /events', `Bearer ${token}`)).ended;
  });
});

test('a token is of its key, not of another one that has the id since a backup was restored', async () => {
  const { id } = await createKey();
  const { createdAt } = server.store.apiKeys.findActive(Number(id))!;
  const issue = async (startedMs: number, keyCreatedMs?: number) =>
    statusOf((await server.services.identity.issue('local', 60, { startedMs, keyId: Number(id), keyCreatedMs })).token);
  expect(await issue(clock.now(), createdAt)).toBe(200);
  expect(await issue(clock.now(), createdAt - 1)).toBe(401);
  // Tokens of earlier versions don't state when their key was created.
  expect(await issue(clock.now())).toBe(200);
  expect(await issue(clock.now() - 5000)).toBe(401);
});
