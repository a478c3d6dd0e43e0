import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEBHOOK_EVENT_DATA } from '../../../src/contract/sharing/webhook-events.ts';
import { WEBHOOK_EVENT_TYPES } from '../../../src/contract/sharing/webhooks.ts';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { type Receiver, startReceiver } from '../../fixtures/receiver.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

let server: TestServer;
let local: Client;
beforeAll(async () => {
  server = await startTestServer({
    webhooks: { resolve: async (name) => (name === 'hooks.test' ? [{ address: '8.8.8.8', family: 4 }] : []) },
  });
  local = localClient(server);
});
afterAll(() => server.close());

async function addWebhook(request: object): Promise<Record<string, string>> {
  const { status, body } = await local.post('/webhooks', request);
  expect(status).toBe(201);
  return body;
}
const start = async (jobId: string) => {
  const { status } = await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  expect(status).toBe(200);
};
const typesOf = ({ received }: Receiver) => received.map(({ event }) => event.type);
const received = (receiver: Receiver, count: number) =>
  waitUntil(() => receiver.received.length >= count, { timeout: 20_000 });

describe('webhooks', () => {
  test('are sent for jobs, exports, links, and deletions', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await addWebhook({ url: receiver.url });
    const { jobId } = await local.upload('harbor.mp4', fakeMedia(10));
    await start(jobId);
    await local.settled(jobId);
    server.hold.on = true;
    await start(jobId);
    await waitUntil(async () => (await local.get(`/processing/${jobId}/status`)).body.status === 'processing');
    server.finish(jobId, 'failed');
    await start(jobId);
    await local.post(`/processing/${jobId}/cancel`);
    server.hold.on = false;
    await local.get(`/videos/${jobId}/export?format=csv`);
    const { body: link } = await local.post('/shared-reports', { video_id: jobId });
    await local.delete(`/shared-reports/${link.id}`);
    await local.delete(`/videos/${jobId}`);
    const expected = [
      'job.started',
      'job.completed',
      'job.started',
      'job.failed',
      'job.cancelled',
      'export.created',
      'share.created',
      'share.revoked',
      'video.deleted',
    ];
    await waitUntil(() => typesOf(receiver).filter((type) => type !== 'job.started').length >= 7, {
      timeout: 20_000,
    });
    const types = typesOf(receiver);
    // Whether the third run had started before it was canceled is up to chance.
    expect(types.filter((type, i) => type !== 'job.started' || i < 4)).toEqual(expected);
    for (const { body, headers, event } of receiver.received) {
      new Webhook(secret!).verify(body, headers);
      WEBHOOK_EVENT_DATA[event.type as keyof typeof WEBHOOK_EVENT_DATA].strict().parse(event.data);
    }
    expect(receiver.received[1]!.event.data).toMatchObject({
      job_id: jobId,
      video_name: 'harbor.mp4',
      status: 'completed',
      error: null,
      duration: 10,
    });
    expect(receiver.received[3]!.event.data).toMatchObject({ error: 'Scripted failure.', error_code: 'internal' });
    await local.delete(`/webhooks/${id}`);
  });

  test('show their secret once, and sign with the earlier one for a day after a rotation', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await addWebhook({ url: receiver.url, name: 'Notes', events: ['job.failed'] });
    const { body: shown } = await local.get(`/webhooks/${id}`);
    expect(shown).toMatchObject({ name: 'Notes', status: 'active', events: ['job.failed'], pending: 0 });
    expect(JSON.stringify([shown, (await local.get('/webhooks')).body])).not.toContain('whsec_');
    const { body: rotated } = await local.post(`/webhooks/${id}/rotate-secret`);
    expect([rotated.secret === secret, rotated.previous_secret_until]).toEqual([false, expect.any(String)]);
    const { body: delivery } = await local.post(`/webhooks/${id}/test`);
    expect(delivery).toMatchObject({ type: 'webhook.test', status: 'delivered', next_attempt_at: null });
    const [{ body, headers }] = receiver.received as [Receiver['received'][0]];
    expect(delivery.request_body).toBe(body);
    for (const known of [secret!, rotated.secret]) new Webhook(known).verify(body, headers);
    await local.delete(`/webhooks/${id}`);
  });

  test('keep events while they are paused', async () => {
    const receiver = await startReceiver();
    const { id } = await addWebhook({ url: receiver.url, events: ['video.deleted'] });
    expect((await local.patch(`/webhooks/${id}`, { status: 'paused' })).body).toMatchObject({
      status: 'paused',
      status_reason: 'user',
    });
    const { jobId } = await local.upload('paused.mp4', fakeMedia(1));
    await local.delete(`/videos/${jobId}`);
    expect((await local.get(`/webhooks/${id}`)).body.pending).toBe(1);
    expect(receiver.received).toEqual([]);
    await local.patch(`/webhooks/${id}`, { status: 'active' });
    await received(receiver, 1);
    expect(typesOf(receiver)).toEqual(['video.deleted']);
    await local.delete(`/webhooks/${id}`);
  });

  test('log their deliveries, which can be sent again with the same id', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end('not today'));
    const { id } = await addWebhook({ url: receiver.url, events: ['video.deleted'] });
    const { jobId } = await local.upload('again.mp4', fakeMedia(1));
    await local.delete(`/videos/${jobId}`);
    await received(receiver, 1);
    const log = async (query = '') => (await local.get(`/webhooks/${id}/deliveries${query}`)).body;
    await waitUntil(async () => (await log())[0].attempts.length === 1);
    const [delivery] = await log();
    expect(delivery).toMatchObject({ status: 'pending', next_attempt_at: expect.any(String) });
    expect(delivery.attempts).toMatchObject([
      { response_status: 500, response_body: 'not today', error: 'status', duration_ms: expect.any(Number) },
    ]);
    receiver.answer = (response) => response.end();
    const { body: again } = await local.post(`/webhooks/${id}/deliveries/${delivery.id}/redeliver`);
    expect(again).toMatchObject({ id: delivery.id, status: 'delivered', next_attempt_at: null });
    expect(again.attempts.map(({ error }: { error: string }) => error)).toEqual(['status', null]);
    expect(new Set(receiver.received.map((one) => one.id))).toEqual(new Set([delivery.event_id]));
    expect([(await log('?status=failed')).length, (await log('?q=deleted&limit=1')).length]).toEqual([0, 1]);
    expect((await local.get(`/webhooks/${id}/deliveries/${delivery.id}`)).body).toEqual(again);
    await local.delete(`/webhooks/${id}`);
  });

  test('report a receiver that is off as the outcome of a test', async () => {
    const { id } = await addWebhook({ url: 'http://127.0.0.1:9/hook' });
    const { status, body } = await local.post(`/webhooks/${id}/test`);
    expect([status, body.status, body.next_attempt_at]).toEqual([200, 'failed', null]);
    expect(body.attempts).toMatchObject([{ error: 'unreachable', error_detail: 'ECONNREFUSED' }]);
    expect((await local.get(`/webhooks/${id}`)).body).toMatchObject({ status: 'active', failing_since: null });
    await local.delete(`/webhooks/${id}`);
  });
});

describe('targets', () => {
  const refused = async (request: object) => {
    const { status, body } = await local.post('/webhooks', request);
    return [status, body.error?.details?.reason ?? body.error?.code];
  };

  test('on the Internet need a permission and https', async () => {
    expect(await refused({ url: 'https://hooks.test/x' })).toEqual([400, 'target_public']);
    expect(await refused({ url: 'http://hooks.test/x', allow_public: true })).toEqual([400, 'target_blocked']);
    const { id } = await addWebhook({ url: 'https://hooks.test/x', allow_public: true });
    expect((await local.patch(`/webhooks/${id}`, { allow_public: false })).status).toBe(400);
    await local.delete(`/webhooks/${id}`);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'http://100.100.100.200/',
    'http://0.0.0.0:80/',
  ])('are never %s', async (url) => {
    expect(await refused({ url, allow_public: true })).toEqual([400, 'target_blocked']);
  });

  test('are never the application itself', async () => {
    expect(await refused({ url: `${server.apiUrl}/search` })).toEqual([400, 'target_blocked']);
    expect(await refused({ url: `http://localhost:${server.port}/` })).toEqual([201, undefined]);
  });

  test.each(['ftp://nas/', 'nas', 'http://name:word@nas/', 'file:///etc/passwd', ''])(
    'are no other URLs: %j',
    async (url) => {
      expect(await refused({ url })).toEqual([400, 'invalid_request']);
    },
  );
});

test('only keys with the scope admin reach webhooks', async () => {
  for (const scope of ['read', 'write']) {
    const { body } = await local.post('/keys', { name: scope, scope });
    const client = createClient(server, body.raw_key);
    for (const answer of [
      await client.get('/webhooks'),
      await client.post('/webhooks', { url: 'http://127.0.0.1:9/' }),
    ])
      expect([scope, answer.status]).toEqual([scope, 403]);
  }
});

test('all event types have data', () => {
  expect(Object.keys(WEBHOOK_EVENT_DATA)).toEqual(expect.arrayContaining([...WEBHOOK_EVENT_TYPES]));
});
