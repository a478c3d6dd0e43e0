import type { Clock } from '../../base/time.ts';
import type { WebhookState, WebhookStateReason } from '../../contract/sharing/webhooks.ts';
import type { Db } from '../open.ts';
import type { WebhookRow } from '../schema.ts';

export type NewWebhook = Pick<WebhookRow, 'name' | 'url' | 'events' | 'allowsPublic' | 'sealedSecret'>;
export type WebhookPatch = Partial<
  Pick<WebhookRow, 'name' | 'url' | 'events' | 'allowsPublic' | 'sealedSecret' | 'previousSecret' | 'previousUntil'>
>;

/** Webhooks of all users. */
export function createWebhooksRepository(db: Db, clock: Clock) {
  const change = (patch: Partial<WebhookRow>) =>
    db.sql.updateTable('webhooks').set({ ...patch, updatedAt: clock.now() });
  const setState = (id: number, status: WebhookState, statusReason: WebhookStateReason | null): void =>
    void db.run(change({ status, statusReason }).where('id', '=', id));

  return {
    /** Oldest first. */
    list: (userId: number): WebhookRow[] =>
      db.all(db.sql.selectFrom('webhooks').selectAll().where('userId', '=', userId).orderBy('id')),

    get: (userId: number, id: number): WebhookRow | undefined =>
      db.get(db.sql.selectFrom('webhooks').selectAll().where('userId', '=', userId).where('id', '=', id)),

    /** Returns any user's webhook; for deliveries in the background. */
    byId: (id: number): WebhookRow | undefined =>
      db.get(db.sql.selectFrom('webhooks').selectAll().where('id', '=', id)),

    create(userId: number, webhook: NewWebhook): WebhookRow {
      const now = clock.now();
      const none = { statusReason: null, previousSecret: null, previousUntil: null };
      const quiet = { failingSince: null, lastSuccessAt: null };
      const values = { ...none, ...quiet, ...webhook, userId, createdAt: now, updatedAt: now };
      return db.get(db.sql.insertInto('webhooks').values(values).returningAll())!;
    },

    update: (userId: number, id: number, patch: WebhookPatch): WebhookRow | undefined =>
      db.get(change(patch).where('userId', '=', userId).where('id', '=', id).returningAll()),

    delete: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('webhooks').where('userId', '=', userId).where('id', '=', id)) > 0,

    /** Keeps events until {@link resume}. */
    pause: (id: number, reason: WebhookStateReason): void => setState(id, 'paused', reason),

    /** Gives up the waiting deliveries; later events are not written for it. */
    disable(id: number, reason: WebhookStateReason): void {
      db.transaction(() => {
        setState(id, 'disabled', reason);
        const over = { status: 'failed' as const, nextAttemptAt: null };
        const waiting = db.sql.updateTable('webhookDeliveries').set(over).where('webhookId', '=', id);
        db.run(waiting.where('status', '=', 'pending'));
      });
    },

    /** Makes it active, with all waiting deliveries due and retries counted from the start. */
    resume(id: number): void {
      db.transaction(() => {
        db.run(change({ status: 'active', statusReason: null, failures: 0, failingSince: null }).where('id', '=', id));
        const due = { tries: 0, nextAttemptAt: clock.now() };
        const waiting = db.sql.updateTable('webhookDeliveries').set(due).where('webhookId', '=', id);
        db.run(waiting.where('status', '=', 'pending'));
      });
    },

    /** Records the outcome of an attempt at `at` (epoch milliseconds); returns the row with its failures in a row. */
    recordOutcome(id: number, succeeded: boolean, at: number): WebhookRow | undefined {
      const row = db.get(db.sql.selectFrom('webhooks').selectAll().where('id', '=', id));
      if (!row) return undefined;
      const outcome = succeeded
        ? { failures: 0, failingSince: null, lastSuccessAt: at }
        : { failures: row.failures + 1, failingSince: row.failingSince ?? at };
      db.run(db.sql.updateTable('webhooks').set(outcome).where('id', '=', id));
      return { ...row, ...outcome };
    },
  };
}
