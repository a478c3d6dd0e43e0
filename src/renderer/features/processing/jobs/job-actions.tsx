import { ChevronsUp, CircleStop, Download, Ellipsis, ListPlus, RotateCcw, Share2 } from 'lucide-react';
import type { JobStatus } from '../../../../contract/analysis/job.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { api } from '../../../api/endpoints.ts';
import { applyStatus, isBusy, useHasResults } from '../../../api/live/live-jobs.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { ActionButton } from '../action-button.tsx';
import { useProcessingText } from '../text.ts';
import { useQueueAction } from '../use-queue-action.ts';
import styles from './job-row.module.css';

/** Actions of a job: those of the queue while it runs, then its results and another analysis. */
export function JobActions({ video, job, place }: { video: Video; job: JobStatus | undefined; place: number }) {
  const t = useProcessingText();
  const { isActing, act } = useQueueAction();
  const hasResults = useHasResults(video);
  const { job_id: jobId, name, status } = video;
  const isStopped = job?.error_code === 'cancelled';

  const cancel = () =>
    act(async () => {
      applyStatus(await api.jobs.cancel(jobId));
      toast(t('stop.done'));
    });
  const doNext = () => act(async () => applyStatus(await api.jobs.moveFirst(jobId)));
  // The server keeps the findings of completed modules and doesn't run them again.
  const retry = () => act(() => api.videos.process(jobId, { modules: job?.modules.map(({ module }) => module) ?? [] }));

  const again = {
    label: t(status === 'failed' ? 'choose' : 'again2'),
    icon: status === 'failed' ? ListPlus : RotateCcw,
    onSelect: () => openOverlay({ kind: 'process', jobIds: [jobId] }),
  };
  const results = [
    { label: t('share'), icon: Share2, onSelect: () => openOverlay({ kind: 'share', jobId }) },
    { label: t('export'), icon: Download, onSelect: () => openOverlay({ kind: 'export', jobId }) },
    { separator: true as const },
  ];
  return (
    <div className={styles.actions}>
      {status === 'queued' && place > 1 && (
        <ActionButton
          size="small"
          icon={ChevronsUp}
          label={t('next')}
          disabled={isActing}
          onClick={() => void doNext()}
        />
      )}
      {isBusy(video) && (
        <ActionButton
          size="small"
          icon={CircleStop}
          label={t('cancel')}
          disabled={isActing}
          onClick={() => void cancel()}
        />
      )}
      {status === 'failed' && (
        <ActionButton
          size="small"
          icon={RotateCcw}
          label={t(isStopped ? 'rerun' : 'retry')}
          disabled={isActing || !job || job.modules.length === 0}
          onClick={() => void retry()}
        />
      )}
      {!isBusy(video) && (
        <Menu entries={hasResults ? [...results, again] : [again]}>
          <IconButton size="small" icon={Ellipsis} label={t('menu', { name })} />
        </Menu>
      )}
    </div>
  );
}
