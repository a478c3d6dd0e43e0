import { CircleStop, Ear, ListX, ScanSearch, TriangleAlert } from 'lucide-react';
import type { JobStatus } from '../../../contract/job.ts';
import type { Video } from '../../../contract/video.ts';
import { isBusy } from '../../api/live-jobs.ts';
import { Button } from '../../ui/button.tsx';
import { openOverlay } from '../../ui/overlays.ts';
import { EmptyState } from '../../ui/states.tsx';
import styles from './page.module.css';
import { FindingsSkeleton } from './skeleton.tsx';
import { useVideoText } from './text.ts';

/** Why there are no findings, and what to do about it. */
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
  const process = (look: 'primary' | 'plain', label: string) => (
    <Button look={look} onClick={() => openOverlay({ kind: 'process', jobIds: [video.job_id] })}>
      {label}
    </Button>
  );
  if (isLoading) {
    return (
      <div className={styles.skeletonSide}>
        <FindingsSkeleton />
      </div>
    );
  }
  if (isBusy(video)) return <EmptyState icon={Ear} title={t('none.running')} text={t('none.runningText')} />;
  if (video.status === 'failed') {
    const isStopped = status?.error_code === 'cancelled';
    const reason = status?.error ? `${status.error} ` : '';
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
        action={process('primary', t('analyse'))}
      />
    );
  }
  return (
    <EmptyState icon={ListX} title={t('none.found')} text={t('none.foundText')} action={process('plain', t('again'))} />
  );
}
