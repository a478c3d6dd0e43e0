import { CircleStop, Ear, ListX, ScanSearch, TriangleAlert } from 'lucide-react';
import type { JobStatus } from '../../../../contract/analysis/job.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { isBusy } from '../../../api/live/live-jobs.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { useMessages } from '../../../ui/lib/messages.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useVideoText } from '../text.ts';
import styles from './findings.module.css';
import { FindingsSkeleton } from './findings-skeleton.tsx';

/** Empty state of the findings list, by status of the video. */
export function NoFindings({
  video,
  status,
  isLoading,
}: {
  video: Video;
  status: JobStatus | undefined;
  isLoading: boolean;
}) {
  const t = useVideoText();
  const messages = useMessages();
  const process = (look: 'primary' | 'plain', label: string) => (
    <Button look={look} onClick={() => openOverlay({ kind: 'process', jobIds: [video.job_id] })}>
      {label}
    </Button>
  );
  if (isLoading) {
    return (
      <div className={styles.loading}>
        <FindingsSkeleton />
      </div>
    );
  }
  if (isBusy(video)) {
    const title = t(video.status === 'queued' ? 'queued' : 'none.running');
    return <EmptyState icon={Ear} title={title} text={t('none.runningText')} />;
  }
  if (video.status === 'failed') {
    const isStopped = status?.error_code === 'cancelled';
    const reason = status?.error ? `${messages.failure(status)} ` : '';
    return (
      <EmptyState
        icon={isStopped ? CircleStop : TriangleAlert}
        title={t(isStopped ? 'last.stopped' : 'none.failed')}
        text={isStopped ? t('none.stoppedText') : `${reason}${t('none.failedText')}`}
        action={process('primary', t('again'))}
      />
    );
  }
  if (video.status === 'uploaded') {
    return (
      <EmptyState
        icon={ScanSearch}
        title={t('none.uploaded')}
        text={t('none.uploadedText')}
        action={process('primary', t('analyze'))}
      />
    );
  }
  return (
    <EmptyState icon={ListX} title={t('none.found')} text={t('none.foundText')} action={process('plain', t('again'))} />
  );
}
