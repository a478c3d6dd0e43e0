import { CircleStop, RotateCcw, TriangleAlert } from 'lucide-react';
import type { JobStatus } from '../../../contract/analysis/job.ts';
import type { Video } from '../../../contract/library/video.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import styles from './page.module.css';
import { useVideoText } from './text.ts';

/** Notice that the last analysis failed or was stopped, so earlier findings are shown. */
export function LastRun({ video, status }: { video: Video; status: JobStatus | undefined }) {
  const t = useVideoText();
  const messages = useMessages();
  if (video.status !== 'failed' || !status) return null;
  const isStopped = status.error_code === 'cancelled';
  const Icon = isStopped ? CircleStop : TriangleAlert;
  return (
    <div className={styles.lastRun}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className={styles.lastRunIcon} />
      <p className={styles.lastRunText}>
        <strong>{t(isStopped ? 'last.stopped' : 'last.failed')}</strong>{' '}
        <span className={styles.lastRunMore}>
          {!isStopped && status.error !== null && `${messages.failure(status)} `}
          {t(status.has_results ? 'last.earlier' : 'last.partial')}
        </span>
      </p>
      <Button size="small" icon={RotateCcw} onClick={() => openOverlay({ kind: 'process', jobIds: [video.job_id] })}>
        {t('last.again')}
      </Button>
    </div>
  );
}
