import type { PageRequest } from '../../base/page.ts';
import { type DeliveryState, TEST_EVENT_TYPE, type WebhookDelivery } from '../../contract/sharing/webhooks.ts';
import type { Store } from '../../db/index.ts';
import type { WebhookRow } from '../../db/schema.ts';
import { notFound, parseId } from '../errors/lookup.ts';
import type { Dispatcher } from './dispatcher.ts';
import { toDelivery } from './webhook-mapper.ts';
import { requireWebhook } from './webhooks.ts';

export type WebhookDeliveriesService = ReturnType<typeof createWebhookDeliveriesService>;

/** Log of the deliveries of webhooks. Every method throws ReelscopeError `not_found`. */
export function createWebhookDeliveriesService({ store, dispatcher }: { store: Store; dispatcher: Dispatcher }) {
  const deliveryOf = (webhook: WebhookRow, id: number): WebhookDelivery => {
    const row = store.webhookDeliveries.get(id);
    if (row?.webhookId !== webhook.id) throw notFound('webhook-delivery');
    return toDelivery(row, store.webhookDeliveries.attempts(id), store.webhooks.byId(webhook.id) ?? webhook);
  };

  return {
    /** Newest first. */
    list(userId: number, webhookId: string, status: DeliveryState | undefined, page: PageRequest): WebhookDelivery[] {
      const webhook = requireWebhook(store, userId, webhookId);
      return store.webhookDeliveries
        .list(webhook.id, status, page)
        .map((row) => toDelivery(row, store.webhookDeliveries.attempts(row.id), webhook));
    },

    get: (userId: number, webhookId: string, id: string): WebhookDelivery =>
      deliveryOf(requireWebhook(store, userId, webhookId), parseId(id, 'webhook-delivery')),

    /** Sends a test event now, once, and returns its delivery. */
    async test(userId: number, webhookId: string): Promise<WebhookDelivery> {
      const webhook = requireWebhook(store, userId, webhookId);
      const payload = { webhook_id: webhookId, webhook_name: webhook.name };
      const id = store.outbox.emitTo(webhook, TEST_EVENT_TYPE, payload);
      await dispatcher.deliver(webhook.id, id);
      return deliveryOf(webhook, id);
    },

    /** Sends an event again now, with its id, and by the schedule if that fails. */
    async redeliver(userId: number, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
      const webhook = requireWebhook(store, userId, webhookId);
      const id = parseId(deliveryId, 'webhook-delivery');
      deliveryOf(webhook, id);
      store.webhookDeliveries.repeat(id);
      await dispatcher.deliver(webhook.id, id);
      return deliveryOf(webhook, id);
    },
  };
}
