import type { DeliveryAttempt } from '../../../../contract/sharing/webhooks.ts';
import { useWebhooksText } from './webhooks-text.ts';

/** Outcome of an attempt in words. */
export function useAttemptText(): (attempt: DeliveryAttempt) => string {
  const t = useWebhooksText();
  return ({ error, response_status: status, error_detail: detail }) =>
    error === null
      ? t('delivery.ok', { status: String(status) })
      : t(`error.${error}`, { status: String(status), detail: detail ?? '' });
}
