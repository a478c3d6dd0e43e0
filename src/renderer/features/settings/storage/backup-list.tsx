import { History, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Backup } from '../../../../contract/system/backups.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';

interface BackupListProps {
  backups: readonly Backup[];
  /** Whether a backup is being created or restored. */
  isBusy: boolean;
  onRestore(backup: Backup): void;
}

/** Backups, to restore and delete after a confirmation. */
export function BackupList({ backups, isBusy, onRestore }: BackupListProps) {
  const t = useSettingsText();
  const formats = useFormats();
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const [deleting, setDeleting] = useState<Backup | null>(null);
  const remove = async ({ name }: Backup) => {
    await runAction(() => api.backups.remove(name));
    invalidate(queries.backups.queryKey, ['storage']);
  };
  const dateOf = (backup: Backup | null) => (backup ? formats.date(backup.created_at) : '');
  return (
    <>
      {backups.length === 0 ? (
        <p className={styles.facts}>{t('backups.none')}</p>
      ) : (
        <ul className={styles.list}>
          {backups.map((backup) => (
            <li key={backup.name} className={styles.row}>
              <div className={styles.main}>
                <p className={styles.name}>{dateOf(backup)}</p>
                <p className={styles.facts}>
                  {t(`backups.kind.${backup.kind}`)} · {formats.bytes(backup.size_bytes)}
                </p>
              </div>
              <Button size="small" icon={History} disabled={isBusy} onClick={() => setRestoring(backup)}>
                {t('backups.restore')}
              </Button>
              <IconButton
                icon={Trash2}
                label={t('backups.delete', { date: dateOf(backup) })}
                onClick={() => setDeleting(backup)}
              />
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        title={t('backups.restore.title', { date: dateOf(restoring) })}
        description={t('backups.restore.text')}
        confirm={t('backups.restore.do')}
        onConfirm={() => restoring && onRestore(restoring)}
      />
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('backups.delete.title', { date: dateOf(deleting) })}
        description={t('backups.delete.text')}
        confirm={t('backups.delete.do')}
        onConfirm={() => deleting && void remove(deleting)}
      />
    </>
  );
}
