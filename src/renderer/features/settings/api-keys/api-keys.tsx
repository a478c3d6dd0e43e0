import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey, ApiKeyCreated } from '../../../../contract/account/keys.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';

/** API keys. A key is shown in full once, after its creation. */
export function ApiKeys() {
  const t = useSettingsText();
  const { data: keys, error, refetch } = useQuery(queries.keys);
  const [newKey, setNewKey] = useState<ApiKeyCreated | null>(null);
  const [deleting, setDeleting] = useState<ApiKey | null>(null);
  const renew = () => invalidate(queries.keys.queryKey);
  const change = (run: () => Promise<unknown>) => void runAction(run).then(renew);
  const copy = async (key: string) => {
    await navigator.clipboard.writeText(key);
    toast(t('keys.copied'), { tone: 'good' });
  };
  return (
    <>
      <p className={styles.about}>{t('keys.about')}</p>
      <KeyForm
        onCreated={(key) => {
          setNewKey(key);
          renew();
        }}
      />
      {newKey && (
        <Notice
          tone="warn"
          title={t('keys.once')}
          action={
            <>
              <Button size="small" look="primary" icon={Copy} onClick={() => void copy(newKey.raw_key)}>
                {t('keys.copy')}
              </Button>
              <Button size="small" onClick={() => setNewKey(null)}>
                {t('keys.done')}
              </Button>
            </>
          }
        >
          <code className={styles.mono}>{newKey.raw_key}</code>
        </Notice>
      )}
      {error && !keys && <ErrorState title={t('error.title')} error={error} onRetry={refetch} />}
      {!keys && !error && <Skeleton className={styles.skeleton} />}
      {keys?.length === 0 && <p className={styles.about}>{t('keys.none')}</p>}
      {keys && keys.length > 0 && (
        <ul className={styles.list}>
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              onActive={(isActive) => change(() => api.keys.setActive(key.id, isActive))}
              onDelete={() => setDeleting(key)}
            />
          ))}
        </ul>
      )}
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('keys.delete.title', { name: deleting?.name ?? '' })}
        description={t('keys.delete.text')}
        confirm={t('keys.delete.do')}
        onConfirm={() => deleting && change(() => api.keys.remove(deleting.id))}
      />
    </>
  );
}
