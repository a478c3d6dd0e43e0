import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import {
  type CreateWebhookRequest,
  SECRET_OVERLAP_HOURS,
  type UpdateWebhookRequest,
  type Webhook,
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
import { toWebhook } from './webhook-mapper.ts';

export type WebhooksService = ReturnType<typeof createWebhooksService>;

const MAX_WEBHOOKS = 50;

interface WebhooksParts {
  store: Store;
  clock: Clock;
  secrets: WebhookSecrets;
  sender: Sender;
  dispatcher: Dispatcher;
}

/** Webhooks of a user. */
export function createWebhooksService({ store, clock, secrets, sender, dispatcher }: WebhooksParts) {
  const view = (row: WebhookRow): Webhook => toWebhook(row, store.webhookDeliveries.countPending(row.id), clock.now());

  return {
    /** Oldest first. */
    list: (userId: number): Webhook[] => store.webhooks.list(userId).map(view),

    /** @throws ReelscopeError `not_found` */
    get: (userId: number, id: string): Webhook => view(requireWebhook(store, userId, id)),

    /**
     * Creates a webhook. Only this response and that of a rotation contain the secret.
     * @throws ReelscopeError `invalid_request` for a forbidden target, `conflict` when there are too many
     */
    async create(userId: number, request: CreateWebhookRequest): Promise<WebhookWithSecret> {
      const { name = null, url, events, allow_public } = request;
      await requireTarget(sender, url, allow_public);
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
      const before = requireWebhook(store, userId, id);
      if (url !== undefined || allow_public !== undefined)
        await requireTarget(sender, url ?? before.url, allow_public ?? before.allowsPublic === 1);
      const row = store.transaction(() => {
        store.webhooks.update(userId, before.id, {
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(events !== undefined && { events: JSON.stringify(events) }),
          ...(allow_public !== undefined && { allowsPublic: allow_public ? 1 : 0 }),
        });
        if (status === 'paused' && before.status === 'active') store.webhooks.pause(before.id, 'user');
        if (status === 'active' && before.status !== 'active') store.webhooks.resume(before.id);
        return requireWebhook(store, userId, id);
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
      const before = requireWebhook(store, userId, id);
      const { secret, sealedSecret } = secrets.create();
      const row = store.webhooks.update(userId, before.id, {
        sealedSecret,
        previousSecret: before.sealedSecret,
        previousUntil: clock.now() + SECRET_OVERLAP_HOURS * 3_600_000,
      })!;
      return { ...view(row), secret };
    },
  };
}

/** Returns a user's webhook. @throws ReelscopeError `not_found` */
export function requireWebhook(store: Store, userId: number, id: string): WebhookRow {
  return requireFound(store.webhooks.get(userId, parseId(id, 'webhook')), 'webhook');
}

/** @throws ReelscopeError `invalid_request` with {reason: AttemptError} for a target that no event may be sent to */
async function requireTarget(sender: Sender, url: string, allowsPublic: boolean): Promise<void> {
  try {
    await sender.check(url, allowsPublic);
  } catch (error) {
    // The name may be unknown now, and the network off; each attempt checks again.
    if (!(error instanceof TargetError) || error.code === 'unresolved' || error.code === 'offline') return;
    const key = error.code === 'target_public' ? 'webhook.target-public' : 'webhook.target-blocked';
    throw new ReelscopeError('invalid_request', sentence(key), { cause: error, details: { reason: error.code } });
  }
}
