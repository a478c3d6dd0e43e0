import type { Clock } from '../../base/time.ts';
import { TEST_EVENT_TYPE } from '../../contract/sharing/webhooks.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { DeliveryView, NewAttempt } from '../../db/repositories/webhook-deliveries.ts';
import type { WebhookRow } from '../../db/schema.ts';
import { retryDelayMs } from './schedule.ts';

/** A webhook is paused when it failed for this long without a success between, and at least so often. */
const PAUSE_AFTER_MS = 3 * 86_400_000;
const MIN_FAILURES = 5;
/** Interval at which a delivery is tried that waits for the end of offline mode. */
const OFFLINE_CHECK_MS = 60_000;
const GONE = 410;

/** Stores outcomes of attempts with what follows from them, in one transaction each. */
export function createOutcomes(store: Store, clock: Clock) {
  const { webhooks, webhookDeliveries, notifications } = store;

  const notify = (webhook: WebhookRow, key: 'failing' | 'gone' | 'secret-lost'): void =>
    void notifications.create(webhook.userId, {
      title: sentence('webhook.paused.title'),
      message: sentence(`webhook.paused.${key}`, { name: webhook.name ?? new URL(webhook.url).host }),
      type: 'warning',
    });

  function retry(delivery: DeliveryView, webhook: WebhookRow, retryAfterMs: number | undefined): void {
    const tries = delivery.tries + 1;
    const delayMs = retryDelayMs(tries, retryAfterMs);
    const isOver = delayMs === undefined || webhook.status === 'disabled';
    if (isOver) webhookDeliveries.end(delivery.id, 'failed');
    else webhookDeliveries.plan(delivery.id, tries, clock.now() + delayMs);
    const failsForMs = clock.now() - (webhook.failingSince ?? clock.now());
    if (webhook.status !== 'active' || failsForMs < PAUSE_AFTER_MS || webhook.failures < MIN_FAILURES) return;
    webhooks.pause(webhook.id, 'failing');
    notify(webhook, 'failing');
  }

  return {
    record(
      delivery: DeliveryView,
      { retryAfterMs, ...attempt }: NewAttempt & { retryAfterMs?: number | undefined },
    ): void {
      const { id, webhookId } = delivery;
      store.transaction(() => {
        // Deleted while the attempt was under way.
        if (!webhookDeliveries.get(id)) return;
        const isTest = delivery.type === TEST_EVENT_TYPE;
        if (attempt.error === 'offline' && !isTest) {
          const isKnown = webhookDeliveries.attempts(id).at(-1)?.error === 'offline';
          if (!isKnown) webhookDeliveries.addAttempt(id, attempt);
          return webhookDeliveries.plan(id, delivery.tries, clock.now() + OFFLINE_CHECK_MS);
        }
        webhookDeliveries.addAttempt(id, attempt);
        if (attempt.error === null) {
          webhookDeliveries.end(id, 'delivered');
          return void webhooks.recordOutcome(webhookId, true, attempt.at);
        }
        if (isTest) return webhookDeliveries.end(id, 'failed');
        const webhook = webhooks.recordOutcome(webhookId, false, attempt.at)!;
        if (attempt.error === 'secret_lost') {
          if (webhook.status === 'active') notify(webhook, 'secret-lost');
          return webhooks.pause(webhookId, 'secret_lost');
        }
        if (attempt.responseStatus === GONE) {
          if (webhook.status !== 'disabled') notify(webhook, 'gone');
          return webhooks.disable(webhookId, 'gone');
        }
        retry(delivery, webhook, retryAfterMs);
      });
    },
  };
}
