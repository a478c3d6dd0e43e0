import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { DeliverySort, DeliveryState } from '../../contract/sharing/webhooks.ts';
import type { Db } from '../open.ts';
import { type ListColumns, pageRows } from '../page-rows.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../schema.ts';

/** A delivery with its event. */
export type DeliveryView = WebhookDeliveryRow & { userId: number; type: string; payload: string };
export type NewAttempt = Omit<WebhookAttemptRow, 'id' | 'deliveryId'>;

const LIST: ListColumns<DeliverySort> = {
  // Ids ascend with the time of creation, and are in an index with the webhook.
  fields: {
    created_at: sql.ref('webhookDeliveries.id'),
    type: sql.ref('webhookEvents.type'),
    status: sql.ref('webhookDeliveries.status'),
  },
  id: sql.ref('webhookDeliveries.id'),
  names: [sql.ref('webhookEvents.type')],
  own: '-created_at',
};

/** Finished deliveries that are kept of one webhook. */
const MAX_FINISHED = 1000;

/** Deliveries of events to webhooks, with their attempts. */
export function createWebhookDeliveriesRepository(db: Db, clock: Clock) {
  const views = db.sql
    .selectFrom('webhookDeliveries')
    .innerJoin('webhookEvents', 'webhookEvents.id', 'webhookDeliveries.eventId')
    .selectAll('webhookDeliveries')
    .select(['webhookEvents.userId', 'webhookEvents.type', 'webhookEvents.payload']);

  return {
    /** Newest first. */
    list(webhookId: number, status?: DeliveryState, page?: PageRequest): DeliveryView[] {
      const own = views.where('webhookDeliveries.webhookId', '=', webhookId);
      return pageRows(db, status ? own.where('webhookDeliveries.status', '=', status) : own, LIST, page);
    },

    get: (id: number): DeliveryView | undefined => db.get(views.where('webhookDeliveries.id', '=', id)),

    /** Oldest first. */
    attempts: (deliveryId: number): WebhookAttemptRow[] =>
      db.all(db.sql.selectFrom('webhookAttempts').selectAll().where('deliveryId', '=', deliveryId).orderBy('id')),

    /** Number of waiting deliveries of a webhook. */
    countPending: (webhookId: number): number =>
      db.column<number>(
        "SELECT count(*) FROM webhookDeliveries WHERE webhookId = ? AND status = 'pending'",
        webhookId,
      )[0]!,

    /** Oldest event that is due, of each active webhook. */
    nextDue: (): { id: number; webhookId: number }[] =>
      db.all(
        db.sql
          .selectFrom('webhookDeliveries')
          .innerJoin('webhooks', 'webhooks.id', 'webhookDeliveries.webhookId')
          .select(({ fn }) => ['webhookDeliveries.webhookId', fn.min('webhookDeliveries.id').as('id')])
          .where('webhooks.status', '=', 'active')
          .where('webhookDeliveries.status', '=', 'pending')
          .where('webhookDeliveries.nextAttemptAt', '<=', clock.now())
          .groupBy('webhookDeliveries.webhookId'),
      ),

    /** Earliest planned attempt after now at an active webhook, in epoch milliseconds. */
    nextAttemptAt: (): number | undefined =>
      db.column<number | null>(
        `SELECT min(nextAttemptAt) FROM webhookDeliveries JOIN webhooks ON webhooks.id = webhookId
          WHERE webhooks.status = 'active' AND webhookDeliveries.status = 'pending' AND nextAttemptAt > ?`,
        clock.now(),
      )[0] ?? undefined,

    /** Adds an attempt to the log. */
    addAttempt: (deliveryId: number, attempt: NewAttempt): void =>
      void db.run(db.sql.insertInto('webhookAttempts').values({ ...attempt, deliveryId })),

    /** Plans the next attempt, after `tries` by the schedule. */
    plan: (id: number, tries: number, nextAttemptAt: number): void =>
      void db.run(db.sql.updateTable('webhookDeliveries').set({ tries, nextAttemptAt }).where('id', '=', id)),

    end: (id: number, status: Exclude<DeliveryState, 'pending'>): void =>
      void db.run(db.sql.updateTable('webhookDeliveries').set({ status, nextAttemptAt: null }).where('id', '=', id)),

    /** Makes a delivery due, with retries counted from the start, whether it waits, succeeded, or failed. */
    repeat: (id: number): void =>
      void db.run(
        db.sql
          .updateTable('webhookDeliveries')
          .set({ status: 'pending', tries: 0, nextAttemptAt: clock.now() })
          .where('id', '=', id),
      ),

    /**
     * Deletes deliveries from before `before` (epoch milliseconds), waiting or not, finished ones beyond a limit, and
     * events without deliveries.
     */
    prune(before: number): void {
      db.transaction(() => {
        db.run(db.sql.deleteFrom('webhookDeliveries').where('createdAt', '<', before));
        db.execute(
          `DELETE FROM webhookDeliveries WHERE id IN (
            SELECT id FROM (
              SELECT id, row_number() OVER (PARTITION BY webhookId ORDER BY id DESC) AS place
                FROM webhookDeliveries WHERE status <> 'pending'
            ) WHERE place > ?
          )`,
          MAX_FINISHED,
        );
        db.execute('DELETE FROM webhookEvents WHERE id NOT IN (SELECT eventId FROM webhookDeliveries)');
      });
    },
  };
}
