import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { createDispatcher, type Dispatcher } from '../../../src/server/webhooks/dispatcher.ts';
import { openWebhookSecrets } from '../../../src/server/webhooks/secrets.ts';
import { createSender, type SenderOptions } from '../../../src/server/webhooks/sender.ts';
import { addUser, addVideo, testStore } from '../../db/store-fixture.ts';
import { type Receiver, startReceiver } from '../../fixtures/receiver.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A store with a dispatcher and a webhook to `url`; the clock stands. */
async function setUp({ url, ...options }: SenderOptions & { url: string; allowsPublic?: boolean }) {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  const stored = new Map<string, string>();
  const secrets = await openWebhookSecrets({
    get: async (name) => stored.get(name),
    set: async (name, value) => void stored.set(name, value),
  });
  const { secret, sealedSecret } = secrets.create();
  const events = JSON.stringify(['video.deleted']);
  const webhook = store.webhooks.create(userId, { url, name: 'nas', events, allowsPublic: 0, sealedSecret });
  const state = { isOffline: false };
  const sender = createSender({ ...options, version: '1.2.3', isOffline: () => state.isOffline, ownPorts: () => [] });
  const open: Dispatcher[] = [];
  const start = () => {
    const dispatcher = createDispatcher({ store, clock, log: createLogger(() => {}), secrets, sender });
    open.push(dispatcher);
    return dispatcher;
  };
  onTestFinished(async () => {
    for (const dispatcher of open) await dispatcher.close();
  });
  const deliveries = () =>
    store.webhookDeliveries
      .list(webhook.id)
      .reverse()
      .map((row) => ({ ...row, attempts: store.webhookDeliveries.attempts(row.id) }));
  return {
    store,
    clock,
    userId,
    secret,
    state,
    start,
    deliveries,
    secrets,
    stored,
    webhook: () => store.webhooks.byId(webhook.id)!,
    /** Makes an event; returns the name of its video. */
    happen(name = 'clip') {
      store.videos.trash(userId, addVideo(store, userId, name).jobId);
      return name;
    },
    /** Waits for the outcome of `count` attempts at all. */
    attempts: (count: number) =>
      waitUntil(() => deliveries().flatMap((row) => row.attempts).length >= count, { timeout: 20_000 }),
  };
}
const names = ({ received }: Receiver) => received.map(({ event }) => event.data['video_name']);
const status =
  (code: number, headers: Record<string, string> = {}): Receiver['answer'] =>
  (response) =>
    response.writeHead(code, headers).end(`answer ${code}`);

describe('deliveries', () => {
  test('are signed, and end with a response of 2xx', async () => {
    const receiver = await startReceiver();
    const world = await setUp(receiver);
    world.start();
    world.happen('harbor');
    await world.attempts(1);
    const [{ headers, body }] = receiver.received as [Receiver['received'][0]];
    // The reference library checks the time as well, which is the machine's.
    expect(new Webhook(world.secret).verify(body, headers)).toMatchObject({
      type: 'video.deleted',
      data: { video_name: 'harbor' },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Reelscope/1.2.3' });
    const [delivery] = world.deliveries();
    expect(delivery).toMatchObject({ status: 'delivered', nextAttemptAt: null, eventId: headers['webhook-id'] });
    expect(delivery!.attempts).toMatchObject([{ responseStatus: 200, responseBody: 'ok', error: null }]);
    expect(world.webhook().lastSuccessAt).toBe(world.clock.at);
  });

  test('keep the order of events, one at a time', async () => {
    let open = 0;
    let mostOpen = 0;
    const receiver = await startReceiver((response) => {
      mostOpen = Math.max(mostOpen, ++open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 5);
    });
    const world = await setUp(receiver);
    world.start();
    const expected = Array.from({ length: 12 }, (_, i) => world.happen(`clip ${i}`));
    await world.attempts(12);
    expect(names(receiver)).toEqual(expected);
    expect(mostOpen).toBe(1);
  });

  test('are repeated by the schedule with the same id, and do not hold up later events', async () => {
    const receiver = await startReceiver((response, { event }) =>
      status(event.data['video_name'] === 'bad' ? 500 : 204)(response, {} as never, 0),
    );
    const world = await setUp(receiver);
    const dispatcher = world.start();
    world.happen('bad');
    world.happen('good');
    await world.attempts(2);
    expect(names(receiver)).toEqual(['bad', 'good']);
    const due = () => world.deliveries()[0]!.nextAttemptAt! - world.clock.at;
    expect(due()).toBeGreaterThanOrEqual(5000);
    expect(due()).toBeLessThanOrEqual(5500);
    world.clock.at += due();
    dispatcher.wake();
    await world.attempts(3);
    expect(due()).toBeGreaterThanOrEqual(5 * MINUTE_MS);
    expect(
      new Set(receiver.received.filter((one) => one.event.data['video_name'] === 'bad').map(({ id }) => id)).size,
    ).toBe(1);
    expect(world.deliveries()[0]).toMatchObject({ status: 'pending', tries: 2 });
  });

  test('end as failed after ten attempts; then the webhook is paused, with a notification, and keeps later events', async () => {
    const receiver = await startReceiver(status(500));
    const world = await setUp(receiver);
    const dispatcher = world.start();
    world.happen('bad');
    for (let count = 1; count <= 10; count++) {
      await world.attempts(count);
      world.clock.at = world.deliveries()[0]!.nextAttemptAt ?? world.clock.at;
      dispatcher.wake();
    }
    expect(world.deliveries()[0]).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect(world.webhook()).toMatchObject({ status: 'paused', statusReason: 'failing', failures: 10 });
    const [notice] = world.store.notifications.list(world.userId);
    expect([notice?.type, notice?.message]).toEqual([
      'warning',
      expect.stringContaining('“nas” failed for three days'),
    ]);
    world.happen('later');
    receiver.answer = status(200);
    expect(world.deliveries()[1]).toMatchObject({ status: 'pending', attempts: [] });
    world.store.webhooks.resume(world.webhook().id);
    dispatcher.wake();
    await world.attempts(11);
    expect(world.deliveries()[1]).toMatchObject({ status: 'delivered' });
    expect(world.webhook()).toMatchObject({ failures: 0, failingSince: null });
  });

  test('survive the end of the process', async () => {
    const receiver = await startReceiver(() => {});
    const world = await setUp(receiver);
    const first = world.start();
    world.happen('harbor');
    await waitUntil(() => receiver.received.length === 1);
    // The receiver has the event, and the process never learns of it.
    await first.close();
    expect(world.deliveries()[0]).toMatchObject({ status: 'pending', attempts: [] });
    receiver.answer = status(200);
    world.start();
    await world.attempts(1);
    expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]!.id, receiver.received[0]!.id]);
    expect(world.deliveries()[0]).toMatchObject({ status: 'delivered' });
  });

  test('wait while offline, without counting', async () => {
    const world = await setUp({ url: 'http://192.0.2.1/hook', resolve: async () => [] });
    world.store.webhooks.update(world.userId, world.webhook().id, { url: 'http://192.168.77.77/hook' });
    world.state.isOffline = true;
    const dispatcher = world.start();
    world.happen();
    await world.attempts(1);
    world.clock.at += MINUTE_MS;
    dispatcher.wake();
    await waitUntil(() => world.deliveries()[0]!.nextAttemptAt === world.clock.at + MINUTE_MS);
    expect(world.deliveries()[0]).toMatchObject({ tries: 0, status: 'pending', attempts: [{ error: 'offline' }] });
    expect(world.webhook()).toMatchObject({ failures: 0 });
  });
});

describe('responses', () => {
  async function outcome(answer: Receiver['answer'], options: SenderOptions = {}) {
    const receiver = await startReceiver(answer);
    const world = await setUp({ ...options, url: receiver.url });
    world.start();
    world.happen();
    await world.attempts(1);
    const [delivery] = world.deliveries();
    return { world, receiver, delivery: delivery!, attempt: delivery!.attempts[0]! };
  }

  test('of 410 disable the webhook', async () => {
    const { world, delivery } = await outcome(status(410));
    expect(delivery.status).toBe('failed');
    expect(world.webhook()).toMatchObject({ status: 'disabled', statusReason: 'gone' });
    world.happen();
    expect(world.deliveries()).toHaveLength(1);
    expect(world.store.notifications.list(world.userId)).toHaveLength(1);
  });

  test('that redirect are failures, and are not followed', async () => {
    const elsewhere = await startReceiver();
    const { attempt, delivery } = await outcome(status(307, { Location: elsewhere.url }));
    expect(attempt).toMatchObject({ error: 'redirect', responseStatus: 307, errorDetail: elsewhere.url });
    expect([delivery.status, elsewhere.received]).toEqual(['pending', []]);
  });

  test('that ask to wait are obeyed', async () => {
    const { world, delivery } = await outcome(status(503, { 'Retry-After': '3600' }));
    expect(delivery.nextAttemptAt).toBe(world.clock.at + HOUR_MS);
  });

  test('are read at most to 2 kB, and never awaited without an end', async () => {
    const { attempt, delivery } = await outcome((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(4096)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect([delivery.status, attempt.responseBody?.length]).toEqual(['delivered', 2048]);
  });

  test('that never come are timeouts', async () => {
    const { attempt } = await outcome(() => {}, { timeoutMs: 100 });
    expect(attempt).toMatchObject({ error: 'timeout', responseStatus: null });
  });

  test('of a cut connection are failures', async () => {
    const { attempt } = await outcome((response) => response.destroy());
    expect(attempt).toMatchObject({ error: 'unreachable', errorDetail: 'ECONNRESET' });
  });
});

describe('targets', () => {
  test('are resolved once, and connected by the checked address', async () => {
    const receiver = await startReceiver();
    const asked: string[] = [];
    const world = await setUp({
      url: `http://nas.test:${receiver.port}/hook`,
      // A name server that answers the second question with another address.
      resolve: async (hostname) => {
        asked.push(hostname);
        return [{ address: asked.length === 1 ? '127.0.0.1' : '8.8.8.8', family: 4 }];
      },
    });
    world.start();
    world.happen();
    await world.attempts(1);
    expect(asked).toEqual(['nas.test']);
    expect(receiver.received[0]!.headers['host']).toBe(`nas.test:${receiver.port}`);
  });

  test('that became forbidden get nothing', async () => {
    const world = await setUp({
      url: 'http://nas.test/',
      resolve: async () => [{ address: '169.254.169.254', family: 4 }],
    });
    world.start();
    world.happen();
    await world.attempts(1);
    expect(world.deliveries()[0]).toMatchObject({ status: 'pending', attempts: [{ error: 'target_blocked' }] });
  });

  test('try every address of a name', async () => {
    const receiver = await startReceiver();
    const world = await setUp({
      url: `http://nas.test:${receiver.port}/`,
      resolve: async () => [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    world.start();
    world.happen();
    await world.attempts(1);
    expect(world.deliveries()[0]).toMatchObject({ status: 'delivered' });
  });
});

test('a lost key pauses the webhook, and says so', async () => {
  const receiver = await startReceiver();
  const world = await setUp(receiver);
  world.store.webhooks.update(world.userId, world.webhook().id, { sealedSecret: new Uint8Array(60) });
  world.start();
  world.happen();
  await world.attempts(1);
  expect([receiver.received, world.webhook().statusReason]).toEqual([[], 'secret_lost']);
  expect(world.deliveries()[0]).toMatchObject({ status: 'pending' });
  expect(world.store.notifications.list(world.userId)).toHaveLength(1);
});
