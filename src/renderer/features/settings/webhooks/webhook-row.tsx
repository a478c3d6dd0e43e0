import { type LucideIcon, Send } from 'lucide-react';
import { useState } from 'react';
import { WEBHOOK_EVENT_TYPES, type Webhook } from '../../../../contract/sharing/webhooks.ts';
import { api } from '../../../api/endpoints.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useAttemptText } from './attempt-text.ts';
import styles from './webhooks.module.css';
import { useWebhooksText } from './webhooks-text.ts';

/** One webhook with its state, a test, and its actions. */
export function WebhookRow({
  webhook,
  name,
  actions,
  onToggle,
  onTested,
}: {
  webhook: Webhook;
  name: string;
  actions: readonly { icon: LucideIcon; label: string; run(): void }[];
  onToggle(isActive: boolean): void;
  onTested(): void;
}) {
  const t = useWebhooksText();
  const formats = useFormats();
  const outcomeOf = useAttemptText();
  const [isTesting, setTesting] = useState(false);
  const [outcome, setOutcome] = useState<{ text: string; isGood: boolean } | null>(null);
  const { status, status_reason: reason, failing_since, last_success_at, pending, events, url } = webhook;

  const test = async () => {
    setTesting(true);
    setOutcome(null);
    await runAction(async () => {
      const { status: result, attempts } = await api.webhooks.test(webhook.id);
      const last = attempts.at(-1);
      if (!last) return;
      const isGood = result === 'delivered';
      const params = { status: String(last.response_status), ms: last.duration_ms, reason: outcomeOf(last) };
      setOutcome({ text: t(isGood ? 'test.delivered' : 'test.failed', params), isGood });
    });
    setTesting(false);
    onTested();
  };
  const facts = [
    events.length === WEBHOOK_EVENT_TYPES.length ? t('events.all') : t('events.count', { count: events.length }),
    failing_since === null
      ? last_success_at === null
        ? t('unused')
        : t('success', { ago: formats.ago(last_success_at) })
      : t('failing', { date: formats.date(failing_since) }),
    ...(pending > 0 ? [t('pending', { count: pending })] : []),
  ];
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={page.main}>
          <p className={page.name} dir="auto">
            {name}
            {status !== 'active' && <Badge tone={status === 'paused' ? 'warn' : 'bad'}>{t(`status.${status}`)}</Badge>}
          </p>
          <p className={cx(page.facts, page.mono)}>{url}</p>
          <p className={page.facts}>{facts.join(' · ')}</p>
          {reason && <p className={reason === 'user' ? page.facts : page.problem}>{t(`reason.${reason}`)}</p>}
        </div>
        <Switch
          label={
            <>
              {t('active')}
              <span className="visually-hidden"> {name}</span>
            </>
          }
          checked={status === 'active'}
          onChange={onToggle}
        />
      </div>
      <div className={styles.actions}>
        <Button size="small" icon={Send} disabled={isTesting} onClick={() => void test()}>
          {t('test')}
        </Button>
        {actions.map(({ icon, label, run }) => (
          <IconButton key={label} icon={icon} label={label} onClick={run} />
        ))}
      </div>
      <p role="status" className={cx(styles.outcome, outcome && (outcome.isGood ? styles.good : styles.bad))}>
        {outcome?.text}
      </p>
    </li>
  );
}
