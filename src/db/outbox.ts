import { uuidV7 } from '../base/ids.ts';
import type { Clock } from '../base/time.ts';
import type { WebhookEventData } from '../contract/sharing/webhook-events.ts';
import type { WebhookEventType } from '../contract/sharing/webhooks.ts';
import type { Db } from './open.ts';
import type { WebhookRow } from './schema.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Events for webhooks. Each is written with its deliveries in the transaction of the change that it reports, so that a
 * kill leaves both or none; whoever delivers them reads them from here.
 */
export function createOutbox(db: Db, clock: Clock) {
  const listeners = new Set<() => void>();

  const write = <Type extends keyof WebhookEventData>(
    userId: number,
    webhookIds: readonly number[],
    type: Type,
    data: WebhookEventData[Type],
  ): number[] =>
    db.transaction(() => {
      const now = clock.now();
      const id = `msg_${uuidV7(now).replaceAll('-', '')}`;
      const payload = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
      db.run(db.sql.insertInto('webhookEvents').values({ id, userId, type, payload, createdAt: now }));
      const ids = webhookIds.map((webhookId) => {
        const delivery = { webhookId, eventId: id, nextAttemptAt: now, createdAt: now };
        return db.get(db.sql.insertInto('webhookDeliveries').values(delivery).returning('id'))!.id;
      });
      db.afterCommit(() => {
        for (const listener of [...listeners]) listener();
      });
      return ids;
    });

  return {
    /**
     * Writes an event for the user's webhooks that subscribe to its type; nothing if there are none. Call it in the
     * transaction of the change.
     * @param data called only if somebody subscribes
     */
    emit<Type extends WebhookEventType>(userId: number, type: Type, data: () => WebhookEventData[Type]): void {
      const webhookIds = db.column<number>(
        `SELECT id FROM webhooks WHERE userId = ? AND status <> 'disabled'
          AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = ?) ORDER BY id`,
        userId,
        type,
      );
      if (webhookIds.length > 0) write(userId, webhookIds, type, data());
    },

    /** Writes an event for one webhook, whatever it subscribes to; returns the id of the delivery. */
    emitTo: <Type extends keyof WebhookEventData>(
      { id, userId }: WebhookRow,
      type: Type,
      data: WebhookEventData[Type],
    ): number => write(userId, [id], type, data)[0]!,

    /** Subscribes to committed events. Returns the unsubscribe function. */
    onEvent(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
