import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '../../../../contract/sharing/webhooks.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge, type Tone } from '../../../ui/feedback/badge.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { useAttemptText } from './attempt-text.ts';
import styles from './webhooks.module.css';
import { useWebhooksText } from './webhooks-text.ts';

/** Polling interval in milliseconds while the log is open. */
const POLL_MS = 3000;

const TONES = { pending: 'warn', delivered: 'good', failed: 'bad' } as const satisfies Record<
  WebhookDelivery['status'],
  Tone
>;

/** Log of the deliveries of a webhook: each event with its attempts, to send again. */
export function Deliveries({ webhook, name, onClose }: { webhook: Webhook; name: string; onClose(): void }) {
  const t = useWebhooksText();
  const common = useSettingsText();
  const query = queries.webhookDeliveries(webhook.id);
  const { data, error, refetch } = useQuery({ ...query, refetchInterval: POLL_MS });
  return (
    <Dialog onClose={onClose} title={t('log', { name })} width="wide">
      {error && !data && <ErrorState title={common('error.title')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className={page.skeleton} />}
      {data?.length === 0 && <p className={page.about}>{t('log.none')}</p>}
      {data && data.length > 0 && (
        <ul className={page.list}>
          {data.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const t = useWebhooksText();
  const formats = useFormats();
  const outcome = useAttemptText();
  const [isBusy, setBusy] = useState(false);
  const { status, type, attempts, created_at, next_attempt_at: next } = delivery;
  const again = async () => {
    setBusy(true);
    await runAction(() => api.webhooks.redeliver(delivery.webhook_id, delivery.id));
    invalidate(['webhook-deliveries']);
    invalidate(['webhooks']);
    setBusy(false);
  };
  const last = attempts.at(-1);
  return (
    <li className={page.fold}>
      <details>
        <summary className={styles.delivery}>
          <Badge tone={TONES[status]}>{t(`delivery.${status}`)}</Badge>
          <span className={styles.type}>{t(`event.${type}` as 'event.webhook.test')}</span>
          <span className={page.facts}>{last && outcome(last)}</span>
          <time className={page.facts}>{formats.date(created_at)}</time>
        </summary>
        <div className={styles.details}>
          <ul className={page.facts}>
            {attempts.map((attempt) => (
              <li key={attempt.at}>
                {t('delivery.attempt', {
                  date: formats.date(attempt.at),
                  outcome: outcome(attempt),
                  ms: attempt.duration_ms,
                })}
                {attempt.response_body && <pre className={styles.body}>{attempt.response_body}</pre>}
              </li>
            ))}
            {next && <li>{t('delivery.next', { date: formats.date(next) })}</li>}
          </ul>
          <p className={page.facts}>{t('delivery.body')}</p>
          <pre className={styles.body}>{JSON.stringify(JSON.parse(delivery.request_body), null, 2)}</pre>
          <div>
            <Button size="small" icon={RotateCw} disabled={isBusy} onClick={() => void again()}>
              {t('delivery.again')}
            </Button>
          </div>
        </div>
      </details>
    </li>
  );
}
