import { describe, expect, it } from 'vitest';
import type { WebhookEventType } from '../../src/contract/sharing/webhooks.ts';
import type { Store } from '../../src/db/index.ts';
import { addUser, addVideo, testStore } from './store-fixture.ts';

const DAY_MS = 86_400_000;

function addWebhook(store: Store, userId: number, ...events: WebhookEventType[]) {
  const target = { url: 'http://127.0.0.1:9/', name: null, allowsPublic: 0 as const };
  return store.webhooks.create(userId, { ...target, events: JSON.stringify(events), sealedSecret: new Uint8Array(1) });
}
const listed = (store: Store, webhook: { id: number }) =>
  store.webhookDeliveries.list(webhook.id).map(({ payload, ...row }) => ({ ...row, ...JSON.parse(payload) }));

describe('outbox', () => {
  it('writes one event for all webhooks of the user that subscribe to it', async () => {
    const { store, clock } = await testStore();
    const userId = addUser(store);
    const video = addVideo(store, userId);
    const [first, second] = [addWebhook(store, userId, 'video.deleted'), addWebhook(store, userId, 'video.deleted')];
    const others = [
      addWebhook(store, userId, 'job.failed'),
      addWebhook(store, addUser(store, 'other'), 'video.deleted'),
    ];
    let told = 0;
    store.outbox.onEvent(() => told++);
    store.videos.trash(userId, video.jobId);
    expect(told).toBe(1);
    const [event] = listed(store, first);
    expect(event).toMatchObject({
      type: 'video.deleted',
      timestamp: new Date(clock.at).toISOString(),
      data: { job_id: video.jobId, video_name: 'clip', permanent: false },
      status: 'pending',
      nextAttemptAt: clock.at,
      tries: 0,
    });
    expect(event.eventId).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(listed(store, second)[0].eventId).toBe(event.eventId);
    expect(others.flatMap((webhook) => listed(store, webhook))).toEqual([]);
  });

  it('keeps nothing of a change that is rolled back', async () => {
    const { store } = await testStore();
    const userId = addUser(store);
    const video = addVideo(store, userId);
    const webhook = addWebhook(store, userId, 'video.deleted');
    let told = 0;
    store.outbox.onEvent(() => told++);
    const broken = () =>
      store.transaction(() => {
        store.videos.trash(userId, video.jobId);
        throw new Error('cut');
      });
    expect(broken).toThrow('cut');
    expect([listed(store, webhook), told]).toEqual([[], 0]);
  });

  it('writes for a paused webhook, and not for a disabled one, whose waiting deliveries end', async () => {
    const { store } = await testStore();
    const userId = addUser(store);
    const webhook = addWebhook(store, userId, 'video.deleted');
    const trash = () => store.videos.trash(userId, addVideo(store, userId).jobId);
    store.webhooks.pause(webhook.id, 'user');
    trash();
    expect([store.webhookDeliveries.countPending(webhook.id), store.webhookDeliveries.nextDue()]).toEqual([1, []]);
    store.webhooks.resume(webhook.id);
    expect(store.webhookDeliveries.nextDue()).toHaveLength(1);
    store.webhooks.disable(webhook.id, 'gone');
    trash();
    expect(listed(store, webhook).map(({ status }) => status)).toEqual(['failed']);
  });

  it('reports links once created and once revoked, without their address', async () => {
    const { store } = await testStore();
    const userId = addUser(store);
    const video = addVideo(store, userId, 'harbor');
    const webhook = addWebhook(store, userId, 'share.created', 'share.revoked');
    const link = { shareHash: 'a'.repeat(64), sealedToken: null, expiresAt: null };
    const { id } = store.reports.create(userId, { ...link, videoId: video.id });
    store.reports.create(userId, { ...link, shareHash: 'b'.repeat(64), videoId: video.id, passwordHash: 'x' });
    expect([store.reports.revoke(userId, id), store.reports.revoke(userId, id)]).toEqual([true, false]);
    // Another file ends the other link.
    store.videos.replaceSource(userId, video.jobId, { fileSize: 1 });
    expect(listed(store, webhook).map(({ type, data }) => [type, data.share_id, data.has_password])).toEqual([
      ['share.revoked', String(id + 1), true],
      ['share.revoked', String(id), false],
      ['share.created', String(id + 1), true],
      ['share.created', String(id), false],
    ]);
    expect(listed(store, webhook)[0].data).toEqual({
      share_id: String(id + 1),
      job_id: video.jobId,
      story_id: null,
      name: 'harbor',
      has_password: true,
      expires_at: null,
    });
  });

  it('deletes what is older than 30 days, and events that nobody waits for', async () => {
    const { store, clock } = await testStore();
    const userId = addUser(store);
    const webhook = addWebhook(store, userId, 'video.deleted');
    const trash = () => store.videos.trash(userId, addVideo(store, userId).jobId);
    trash();
    clock.at += 20 * DAY_MS;
    trash();
    clock.at += 20 * DAY_MS;
    store.webhookDeliveries.prune(clock.at - 30 * DAY_MS);
    expect(listed(store, webhook)).toHaveLength(1);
    store.webhooks.delete(userId, webhook.id);
    store.webhookDeliveries.prune(0);
    expect(listed(store, webhook)).toEqual([]);
  });
});
