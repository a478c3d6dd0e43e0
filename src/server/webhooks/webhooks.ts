import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import {
  type CreateWebhookRequest,
  type DeliveryState,
  SECRET_OVERLAP_HOURS,
  TEST_EVENT_TYPE,
  type UpdateWebhookRequest,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '../../contract/sharing/webhooks.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { WebhookRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { WebhookSecrets } from './secrets.ts';
import type { Sender } from './sender.ts';
import { TargetError } from './target.ts';
import { toDelivery, toWebhook } from './webhook-mapper.ts';

export type WebhooksService = ReturnType<typeof createWebhooksService>;

const MAX_WEBHOOKS = 50;

export interface WebhooksParts {
  store: Store;
  clock: Clock;
  secrets: WebhookSecrets;
  sender: Sender;
  dispatcher: Dispatcher;
}

/** Webhooks of a user and the log of their deliveries. */
export function createWebhooksService({ store, clock, secrets, sender, dispatcher }: WebhooksParts) {
  const view = (row: WebhookRow): Webhook => toWebhook(row, store.webhookDeliveries.countPending(row.id), clock.now());
  const own = (userId: number, id: string): WebhookRow =>
    requireFound(store.webhooks.get(userId, parseId(id, 'webhook')), 'webhook');
  const deliveryOf = (webhook: WebhookRow, id: number): WebhookDelivery => {
    const row = store.webhookDeliveries.get(id);
    if (row?.webhookId !== webhook.id) throw notFound('webhook-delivery');
    return toDelivery(row, store.webhookDeliveries.attempts(id), store.webhooks.byId(webhook.id) ?? webhook);
  };

  /** @throws ReelscopeError `invalid_request` with {reason: AttemptError} for a target that no event may be sent to */
  async function requireTarget(url: string, allowsPublic: boolean): Promise<void> {
    try {
      await sender.check(url, allowsPublic);
    } catch (error) {
      // The name may be unknown now, and the network off; each attempt checks again.
      if (!(error instanceof TargetError) || error.code === 'unresolved' || error.code === 'offline') return;
      const key = error.code === 'target_public' ? 'webhook.target-public' : 'webhook.target-blocked';
      throw new ReelscopeError('invalid_request', sentence(key), { cause: error, details: { reason: error.code } });
    }
  }

  return {
    /** Oldest first. */
    list: (userId: number): Webhook[] => store.webhooks.list(userId).map(view),

    /** @throws ReelscopeError `not_found` */
    get: (userId: number, id: string): Webhook => view(own(userId, id)),

    /**
     * Creates a webhook. Only this response and that of a rotation contain the secret.
     * @throws ReelscopeError `invalid_request` for a forbidden target, `conflict` when there are too many
     */
    async create(userId: number, request: CreateWebhookRequest): Promise<WebhookWithSecret> {
      const { name = null, url, events, allow_public } = request;
      await requireTarget(url, allow_public);
      if (store.webhooks.list(userId).length >= MAX_WEBHOOKS)
        throw new ReelscopeError('conflict', sentence('webhook.too-many', { count: MAX_WEBHOOKS }));
      const { secret, sealedSecret } = secrets.create();
      const row = store.webhooks.create(userId, {
        name,
        url,
        sealedSecret,
        events: JSON.stringify(events),
        allowsPublic: allow_public ? 1 : 0,
      });
      return { ...view(row), secret };
    },

    /**
     * Changes a webhook. Resuming makes all waiting deliveries due.
     * @throws ReelscopeError `not_found`, or `invalid_request` for a forbidden target
     */
    async update(userId: number, id: string, request: UpdateWebhookRequest): Promise<Webhook> {
      const { name, url, events, allow_public, status } = request;
      const before = own(userId, id);
      if (url !== undefined || allow_public !== undefined)
        await requireTarget(url ?? before.url, allow_public ?? before.allowsPublic === 1);
      const row = store.transaction(() => {
        store.webhooks.update(userId, before.id, {
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: JSON.stringify(events) }),
          ...(allow_public !== undefined && { allowsPublic: allow_public ? 1 : 0 }),
        });
        if (status === 'paused' && before.status === 'active') store.webhooks.pause(before.id, 'user');
        if (status === 'active' && before.status !== 'active') store.webhooks.resume(before.id);
        return own(userId, id);
      });
      dispatcher.wake();
      return view(row);
    },

    /** Deletes a webhook with its deliveries. @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.webhooks.delete(userId, parseId(id, 'webhook'))) throw notFound('webhook');
    },

    /** Replaces the secret; the one before signs as well for a day. @throws ReelscopeError `not_found` */
    rotateSecret(userId: number, id: string): WebhookWithSecret {
      const before = own(userId, id);
      const { secret, sealedSecret } = secrets.create();
      const row = store.webhooks.update(userId, before.id, {
        sealedSecret,
        previousSecret: before.sealedSecret,
        previousUntil: clock.now() + SECRET_OVERLAP_HOURS * 3_600_000,
      })!;
      return { ...view(row), secret };
    },

    /** Newest first. @throws ReelscopeError `not_found` */
    deliveries(userId: number, id: string, status: DeliveryState | undefined, page: PageRequest): WebhookDelivery[] {
      const webhook = own(userId, id);
      return store.webhookDeliveries
        .list(webhook.id, status, page)
        .map((row) => toDelivery(row, store.webhookDeliveries.attempts(row.id), webhook));
    },

    /** @throws ReelscopeError `not_found` */
    delivery: (userId: number, id: string, deliveryId: string): WebhookDelivery =>
      deliveryOf(own(userId, id), parseId(deliveryId, 'webhook-delivery')),

    /** Sends a test event now, once, and returns its delivery. @throws ReelscopeError `not_found` */
    async test(userId: number, id: string): Promise<WebhookDelivery> {
      const webhook = own(userId, id);
      const deliveryId = store.outbox.emitTo(webhook, TEST_EVENT_TYPE, {
        webhook_id: id,
        webhook_name: webhook.name,
      });
      await dispatcher.deliver(webhook.id, deliveryId);
      return deliveryOf(webhook, deliveryId);
    },

    /**
     * Sends an event again now, with its id, and by the schedule if that fails.
     * @throws ReelscopeError `not_found`
     */
    async redeliver(userId: number, id: string, deliveryId: string): Promise<WebhookDelivery> {
      const webhook = own(userId, id);
      const number = parseId(deliveryId, 'webhook-delivery');
      deliveryOf(webhook, number);
      store.webhookDeliveries.repeat(number);
      await dispatcher.deliver(webhook.id, number);
      return deliveryOf(webhook, number);
    },
  };
}
