import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import { ReelscopeError } from '../../../../contract/errors.ts';
import type { UpdateStorageOptionsRequest } from '../../../../contract/library/storage.ts';
import type { Backup } from '../../../../contract/system/backups.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, queryClient } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/checkbox.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { BackupList } from './backup-list.tsx';
import { NumberField } from './number-field.tsx';

const PROGRESS_MS = 1000;

/** Backups of the library, for the local user. */
export function Backups() {
  const t = useSettingsText();
  const { data, error, refetch } = useQuery(queries.backups);
  const { data: options } = useQuery(queries.storageOptions);
  const [busy, setBusy] = useState<'backup' | 'restore' | null>(null);
  if (error instanceof ReelscopeError && error.code === 'forbidden') return null;
  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data || !options) return <Skeleton className={styles.skeleton} />;

  const create = async () => {
    setBusy('backup');
    // The progress of a long copy.
    const timer = setInterval(() => void refetch(), PROGRESS_MS);
    if (await runAction(() => api.backups.create())) toast(t('backups.created'), { tone: 'good' });
    clearInterval(timer);
    invalidate(queries.backups.queryKey, ['storage']);
    setBusy(null);
  };
  const restore = async ({ name }: Backup) => {
    setBusy('restore');
    await runAction(async () => {
      const { removed } = await api.backups.restore(name);
      // Stays until it is closed.
      if (removed) toast(t('backups.restored.foreign'), { tone: 'bad' });
      else toast(t('backups.restored'), { tone: 'good' });
    });
    // Everything on screen came from the library before.
    await queryClient.invalidateQueries();
    setBusy(null);
  };
  const saveOptions = async (change: UpdateStorageOptionsRequest) => {
    const isSaved = await runAction(() => api.storage.updateOptions(change));
    invalidate(queries.storageOptions.queryKey);
    return isSaved;
  };
  return (
    <section className={styles.block} aria-label={t('backups.title')}>
      <h2 className={styles.heading}>{t('backups.title')}</h2>
      <p className={styles.about}>{t('backups.about')}</p>
      <Switch
        label={t('backups.daily')}
        hint={t('backups.daily.hint', { count: options.kept_backups })}
        checked={options.daily_backups}
        onChange={(daily_backups) => void saveOptions({ daily_backups })}
      />
      {options.daily_backups && (
        <NumberField
          label={t('backups.kept')}
          value={options.kept_backups}
          min={1}
          max={365}
          onSave={(kept_backups) => saveOptions({ kept_backups })}
        />
      )}
      <BackupList backups={data.backups} isBusy={busy !== null} onRestore={(backup) => void restore(backup)} />
      <div className={styles.actions}>
        <Button icon={DatabaseBackup} disabled={busy !== null} onClick={() => void create()}>
          {t(busy === 'backup' ? 'backups.creating' : 'backups.create')}
        </Button>
      </div>
      {data.progress && (
        <Progress
          label={t('backups.creating')}
          value={(100 * data.progress.done_bytes) / Math.max(1, data.progress.total_bytes)}
        />
      )}
      <p className={styles.facts} dir="auto">
        {t('backups.folder', { folder: data.folder })}
      </p>
    </section>
  );
}
