import { useQuery } from '@tanstack/react-query';
import { Copy, History, KeyRound, Pencil, Plus, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { ReelscopeError } from '../../../../contract/errors.ts';
import type { Webhook } from '../../../../contract/sharing/webhooks.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { useWebhooksText } from './webhooks-text.ts';

/** Polling interval in milliseconds, since deliveries change the state of webhooks. */
const POLL_MS = 5000;

/** Dialog that is open, for one webhook or a new one. */
type Open = { kind: 'form'; webhook?: Webhook } | { kind: 'log' | 'rotate' | 'delete'; webhook: Webhook };

const webhookName = ({ name, url }: Webhook): string => name ?? URL.parse(url)?.host ?? url;
const reload = () => {
  invalidate(['webhooks']);
  invalidate(['webhook-deliveries']);
};

/** Webhooks: list, form, test, and log. A secret is shown once, after its creation. */
export function Webhooks() {
  const t = useWebhooksText();
  const common = useSettingsText();
  const { data: webhooks, error, refetch } = useQuery({ ...queries.webhooks, refetchInterval: POLL_MS });
  const [open, setOpen] = useState<Open | null>(null);
  const [newSecret, setNewSecret] = useState<{ secret: string; isRotated: boolean } | null>(null);
  if (!webhooks && error instanceof ReelscopeError && error.code === 'forbidden')
    return <Notice title={t('forbidden')}>{t('forbidden.text')}</Notice>;
  if (!webhooks && error) return <ErrorState title={common('error.title')} error={error} onRetry={refetch} />;
  if (!webhooks) return <Skeleton className={page.skeleton} />;

  const close = () => setOpen(null);
  const shown = open?.webhook && webhooks.find(({ id }) => id === open.webhook?.id);
  const run = async (work: () => Promise<unknown>) => {
    await runAction(work);
    reload();
  };
  const addButton = (
    <Button look="primary" icon={Plus} onClick={() => setOpen({ kind: 'form' })}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <p className={page.about}>{t('about')}</p>
      {newSecret && <NewSecret {...newSecret} onClose={() => setNewSecret(null)} />}
      {webhooks.length === 0 ? (
        <EmptyState icon={WebhookIcon} title={t('none')} text={t('none.text')} action={addButton} />
      ) : (
        <>
          <ul className={page.list}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                name={webhookName(webhook)}
                onToggle={(isOn) =>
                  void run(() => api.webhooks.update(webhook.id, { status: isOn ? 'active' : 'paused' }))
                }
                onTested={reload}
                actions={[
                  { icon: History, label: t('log', { name: webhookName(webhook) }), kind: 'log' as const },
                  { icon: Pencil, label: t('edit', { name: webhookName(webhook) }), kind: 'form' as const },
                  { icon: KeyRound, label: t('rotate', { name: webhookName(webhook) }), kind: 'rotate' as const },
                  { icon: Trash2, label: t('delete', { name: webhookName(webhook) }), kind: 'delete' as const },
                ].map(({ icon, label, kind }) => ({ icon, label, run: () => setOpen({ kind, webhook }) }))}
              />
            ))}
          </ul>
          <div>{addButton}</div>
        </>
      )}
      {open?.kind === 'form' && (
        <WebhookForm
          webhook={open.webhook}
          onClose={close}
          onSave={async (draft) => {
            if (open.webhook) await api.webhooks.update(open.webhook.id, draft);
            else setNewSecret({ secret: (await api.webhooks.create(draft)).secret, isRotated: false });
            reload();
          }}
        />
      )}
      {open?.kind === 'log' && shown && <Deliveries webhook={shown} name={webhookName(shown)} onClose={close} />}
      <Confirm
        open={open?.kind === 'rotate'}
        onClose={close}
        title={t('rotate.title', { name: shown ? webhookName(shown) : '' })}
        description={t('rotate.text')}
        confirm={t('rotate.do')}
        onConfirm={() =>
          shown &&
          void run(async () =>
            setNewSecret({ secret: (await api.webhooks.rotateSecret(shown.id)).secret, isRotated: true }),
          )
        }
      />
      <Confirm
        open={open?.kind === 'delete'}
        onClose={close}
        title={t('delete.title', { name: shown ? webhookName(shown) : '' })}
        description={t('delete.text')}
        confirm={t('delete.do')}
        onConfirm={() => shown && void run(() => api.webhooks.remove(shown.id))}
      />
    </>
  );
}

/** Secret of a webhook, which is shown once. */
function NewSecret({ secret, isRotated, onClose }: { secret: string; isRotated: boolean; onClose(): void }) {
  const t = useWebhooksText();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast(t('copied'), { tone: 'good' });
  };
  return (
    <Notice
      tone="warn"
      title={t(isRotated ? 'once.rotated' : 'once')}
      action={
        <>
          <Button size="small" look="primary" icon={Copy} onClick={() => void copy()}>
            {t('copy')}
          </Button>
          <Button size="small" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <code className={page.mono}>{secret}</code>
    </Notice>
  );
}
