import { formatTimestamp } from '../../base/time.ts';
import type { DeliveryAttempt, Webhook, WebhookDelivery, WebhookEventType } from '../../contract/sharing/webhooks.ts';
import type { DeliveryView } from '../../db/repositories/webhook-deliveries.ts';
import type { WebhookAttemptRow, WebhookRow } from '../../db/schema.ts';

/** Maps a webhook to its API resource. Pure. @param pending number of waiting deliveries */
export function toWebhook(row: WebhookRow, pending: number, nowMs: number): Webhook {
  const overlaps = row.previousUntil !== null && row.previousUntil > nowMs;
  return {
    id: String(row.id),
    name: row.name,
    url: row.url,
    events: JSON.parse(row.events) as WebhookEventType[],
    allow_public: row.allowsPublic === 1,
    status: row.status,
    status_reason: row.statusReason,
    pending,
    failing_since: timeOf(row.failingSince),
    last_success_at: timeOf(row.lastSuccessAt),
    previous_secret_until: overlaps ? timeOf(row.previousUntil) : null,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

/** Maps a delivery to its API resource. Pure. */
export function toDelivery(
  row: DeliveryView,
  attempts: readonly WebhookAttemptRow[],
  { status }: WebhookRow,
): WebhookDelivery {
  return {
    id: String(row.id),
    webhook_id: String(row.webhookId),
    event_id: row.eventId,
    type: row.type,
    status: row.status,
    request_body: row.payload,
    attempts: attempts.map(toAttempt),
    next_attempt_at: status === 'active' ? timeOf(row.nextAttemptAt) : null,
    created_at: formatTimestamp(row.createdAt),
  };
}

function toAttempt(row: WebhookAttemptRow): DeliveryAttempt {
  return {
    at: formatTimestamp(row.at),
    duration_ms: row.durationMs,
    response_status: row.responseStatus,
    response_body: row.responseBody,
    error: row.error,
    error_detail: row.errorDetail,
  };
}

const timeOf = (at: number | null): string | null => (at === null ? null : formatTimestamp(at));
