import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { StoredFile } from '../../../../contract/library/storage.ts';
import { api } from '../../../api/endpoints.ts';
import { queries, useVideos } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { DASHBOARD } from '../../../api/video-cache.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { Backups } from './backups.tsx';
import { DeletedChatsSection } from './deleted-chats.tsx';
import { SourceProblems } from './source-problems.tsx';
import { StorageOptionsForm } from './storage-options.tsx';
import { StorageUsageTable } from './storage-usage.tsx';

const LARGEST = 8;

/** Storage usage and unused files. */
export function Storage() {
  const t = useSettingsText();
  const formats = useFormats();
  const { data, error, refetch } = useQuery(queries.storedFiles);
  const { data: summary } = useQuery(queries.storageSummary);
  const { data: videos } = useVideos();
  const [deleting, setDeleting] = useState<readonly StoredFile[] | null>(null);
  if (error && !data) return <ErrorState title={t('error.title')} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className={styles.skeleton} />;

  const sizeOf = (files: readonly StoredFile[]) => formats.bytes(files.reduce((sum, file) => sum + file.file_size, 0));
  const nameOf = ({ file_path }: StoredFile) => file_path.slice(file_path.lastIndexOf('/') + 1);
  const unused = data.files.filter((file) => file.job_id === null);
  const used = data.files.filter((file) => file.job_id !== null && !file.in_trash);
  const clean = async (files: readonly StoredFile[]) => {
    const isDone = await runAction(async () => {
      for (const file of files) await api.storage.removeFile(file.file_path);
    });
    if (isDone) toast(t('storage.cleaned', { size: sizeOf(files) }), { tone: 'good' });
    invalidate(['storage'], DASHBOARD.queryKey, ['usage']);
  };
  return (
    <>
      {summary ? <StorageUsageTable summary={summary} /> : <Skeleton className={styles.skeleton} />}
      <SourceProblems />
      <StorageOptionsForm />
      <Backups />
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('storage.unused')}</h2>
        <p className={styles.about}>
          {unused.length === 0 ? t('storage.unused.none') : t('storage.unused.text', { size: sizeOf(unused) })}
        </p>
        {unused.length > 0 && (
          <>
            <ul className={styles.list}>
              {unused.slice(0, LARGEST).map((file) => (
                <li key={file.file_path} className={styles.row}>
                  <div className={styles.main}>
                    <p className={styles.name} dir="auto">
                      {nameOf(file)}
                    </p>
                    <p className={styles.facts}>
                      {formats.bytes(file.file_size)} · {formats.ago(file.modified_at)}
                    </p>
                  </div>
                  <IconButton
                    icon={Trash2}
                    label={t('storage.delete', { name: nameOf(file) })}
                    onClick={() => setDeleting([file])}
                  />
                </li>
              ))}
            </ul>
            <div>
              <Button look="danger" icon={Trash2} onClick={() => setDeleting(unused)}>
                {t('storage.clean')}
              </Button>
            </div>
          </>
        )}
      </section>
      {used.length > 0 && (
        <section className={styles.block}>
          <h2 className={styles.heading}>{t('storage.largest')}</h2>
          <ul className={styles.list}>
            {used.slice(0, LARGEST).map((file) => (
              <li key={file.file_path} className={styles.row}>
                <Link href={`/videos/${file.job_id}`} className={styles.main}>
                  <span className={styles.name} dir="auto">
                    {videos?.find((video) => video.job_id === file.job_id)?.name ?? nameOf(file)}
                  </span>
                </Link>
                <span className={styles.facts}>{formats.bytes(file.file_size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DeletedChatsSection />
      <Confirm
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={t('storage.clean.title', { count: deleting?.length ?? 0 })}
        description={t('storage.clean.text')}
        confirm={t('storage.clean.do')}
        onConfirm={() => deleting && void clean(deleting)}
      />
    </>
  );
}
