import { useQuery } from '@tanstack/react-query';
import { CircleStop, FolderSync, ListChecks, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Queue } from '../../../contract/analysis/queue.ts';
import type { Video } from '../../../contract/library/video.ts';
import { api } from '../../api/endpoints.ts';
import { isBusy } from '../../api/live/live-jobs.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useCommands } from '../../ui/lib/commands.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { ActionButton } from './action-button.tsx';
import { JobSection } from './jobs/job-section.tsx';
import styles from './page.module.css';
import { QueueBar } from './queue-bar.tsx';
import { useProcessingText } from './text.ts';
import { useQueueAction } from './use-queue-action.ts';

const SECTIONS = [
  { key: 'running', status: 'processing' },
  { key: 'waiting', status: 'queued' },
  { key: 'failed', status: 'failed' },
  { key: 'done', status: 'completed' },
] as const;

/** Polling interval while the page is visible, in milliseconds. */
const POLL_MS = 4000;

const chooseNew = () => openOverlay({ kind: 'new-videos' });

/** All jobs by state. */
export function ProcessingPage() {
  const t = useProcessingText();
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const { isActing, act } = useQueueAction();
  // Jobs started by scripts send no events here.
  const { data: videos, error, refetch } = useVideos({ pollMs: POLL_MS });
  const { data: queue } = useQuery({ ...queries.queue, refetchInterval: POLL_MS });
  const runs = videos?.filter((video) => video.status !== 'uploaded') ?? [];
  const open = runs.filter(isBusy).length;
  const queued = inOrderOf(
    queue,
    runs.filter(({ status }) => status === 'queued'),
  );
  const cancelAll = () =>
    act(async () => {
      const { canceled } = await api.jobs.cancelAll();
      toast(t('cancelAll.done', { count: canceled }));
    });
  useCommands([
    {
      id: 'processing.newVideos',
      label: t('defaults.title'),
      group: t('title'),
      icon: ListPlus,
      run: chooseNew,
    },
    ...(open > 0
      ? [
          {
            id: 'processing.cancelAll',
            label: t('cancelAll'),
            group: t('title'),
            icon: CircleStop,
            run: () => setConfirming(true),
          },
        ]
      : []),
  ]);
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {open > 1 && (
            <ActionButton
              icon={CircleStop}
              label={t('cancelAll')}
              disabled={isActing}
              onClick={() => setConfirming(true)}
            />
          )}
          <IconButton icon={FolderSync} label={t('watch')} onClick={() => navigate('/settings/watch')} />
          <ActionButton icon={ListPlus} label={t('defaults.title')} onClick={chooseNew} />
        </>
      }
    >
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('cancelAll.title', { count: open })}
        description={t('cancelAll.text')}
        confirm={t('cancelAll')}
        keep={t('cancelAll.keep')}
        onConfirm={() => void cancelAll()}
      />
      <div className={styles.scroller}>
        {error && !videos && <ErrorState title={t('error.title')} error={error} onRetry={refetch} />}
        {!videos && !error && (
          <div className={styles.section}>
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
          </div>
        )}
        {videos && runs.length === 0 && (
          <EmptyState
            icon={ListChecks}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Button look="primary" onClick={() => navigate('/library')}>
                {t('empty.library')}
              </Button>
            }
          />
        )}
        {queue && (queue.jobs.length > 0 || queue.settings.paused) && <QueueBar queue={queue} />}
        {SECTIONS.map(({ key, status }) => (
          <JobSection
            key={key}
            title={t(key)}
            isSortable={status === 'queued'}
            videos={status === 'queued' ? queued : lastFirst(runs.filter((video) => video.status === status))}
          />
        ))}
      </div>
    </Page>
  );
}

/** Videos by the end of their last analysis, the latest first. */
function lastFirst(videos: readonly Video[]): readonly Video[] {
  return videos.toSorted((a, b) => (b.analyzed_at ?? '').localeCompare(a.analyzed_at ?? ''));
}

/** Queued videos in the order of their runs, as far as their places are known. */
function inOrderOf(queue: Queue | undefined, videos: readonly Video[]): readonly Video[] {
  const places = new Map(queue?.jobs.map(({ job_id }, index) => [job_id, index]));
  const placeOf = ({ job_id }: Video) => places.get(job_id) ?? places.size;
  return videos.toSorted((a, b) => placeOf(a) - placeOf(b));
}
