import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import { DELIVERY_DAYS } from '../../contract/sharing/webhooks.ts';
import type { Store } from '../../db/index.ts';
import { createOutcomes } from './outcomes.ts';
import { failed } from './post.ts';
import type { WebhookSecrets } from './secrets.ts';
import type { Sender } from './sender.ts';

/** Longest wait for the next attempt: the system's clock may be set meanwhile. */
const MAX_WAIT_MS = 60_000;
/** Wait after a failure of the database, such as a full disk. */
const RECOVERY_MS = 5000;
const PRUNE_INTERVAL_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

export interface DispatcherParts {
  store: Store;
  clock: Clock;
  log: Logger;
  secrets: WebhookSecrets;
  sender: Sender;
}

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Delivers events to webhooks, one at a time to each: those that are due in the order in which they happened. The
 * database holds the whole state, and an attempt counts only when its outcome is stored, so that a killed server makes
 * it again after its start.
 */
export function createDispatcher({ store, clock, log, secrets, sender }: DispatcherParts) {
  const outcomes = createOutcomes(store, clock);
  const stopping = new AbortController();
  /** Attempts by webhook. */
  const queue = createKeyedQueue<number>();
  let timer: NodeJS.Timeout | undefined;
  let prunedAt = 0;

  async function attempt(deliveryId: number, isManual: boolean): Promise<void> {
    if (stopping.signal.aborted) return;
    const delivery = store.webhookDeliveries.get(deliveryId);
    const webhook = delivery && store.webhooks.byId(delivery.webhookId);
    if (delivery?.status !== 'pending' || !webhook || (webhook.status !== 'active' && !isManual)) return;
    const at = clock.now();
    const started = performance.now();
    const signing = secrets.signing(webhook, at);
    const outcome =
      signing.length === 0
        ? failed('secret_lost', 'The secret store lost the key of the secret.')
        : await sender.send(webhook, delivery, signing, stopping.signal);
    outcomes.record(delivery, { ...outcome, at, durationMs: Math.round(performance.now() - started) });
  }

  /** Starts what is due at webhooks without an attempt under way, and waits for the next. */
  function pump(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    let waitMs = MAX_WAIT_MS;
    try {
      prune();
      for (const { id, webhookId } of store.webhookDeliveries.nextDue()) {
        if (queue.has(webhookId)) continue;
        queue.run(webhookId, () => attempt(id, false)).then(pump, recover);
      }
      const next = store.webhookDeliveries.nextAttemptAt();
      if (next !== undefined) waitMs = Math.min(waitMs, Math.max(0, next - clock.now()));
    } catch (error) {
      return recover(error);
    }
    timer = setTimeout(pump, waitMs);
    timer.unref();
  }

  function recover(error: unknown): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    log.error('webhooks could not be delivered', { error });
    timer = setTimeout(pump, RECOVERY_MS);
    timer.unref();
  }

  function prune(): void {
    const now = clock.now();
    if (Math.abs(now - prunedAt) < PRUNE_INTERVAL_MS) return;
    prunedAt = now;
    store.webhookDeliveries.prune(now - DELIVERY_DAYS * DAY_MS);
  }

  const unsubscribe = store.outbox.onEvent(pump);
  const starting = setImmediate(pump);

  return {
    /** Makes an attempt now, even if the webhook is paused; returns after its outcome is stored. */
    async deliver(webhookId: number, deliveryId: number): Promise<void> {
      await queue.run(webhookId, () => attempt(deliveryId, true)).finally(pump);
    },

    /** Looks for due deliveries again, after a webhook was changed. */
    wake: pump,

    async close(): Promise<void> {
      unsubscribe();
      clearImmediate(starting);
      clearTimeout(timer);
      stopping.abort();
      await queue.settled();
    },
  };
}
