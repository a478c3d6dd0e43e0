import { ScanEye } from 'lucide-react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Video } from '../../../contract/library/video.ts';
import { Button } from '../../ui/controls/button.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import styles from './page.module.css';
import { useVideoText } from './text.ts';

/** Notice that findings of a first look are shown, with a button for the full analysis. */
export function PreviewNote({ video, segments }: { video: Video; segments: readonly Segment[] }) {
  const t = useVideoText();
  if (video.status !== 'completed' || !segments.some(({ data }) => data?.preview)) return null;
  return (
    <div className={styles.lastRun}>
      <ScanEye aria-hidden size={16} strokeWidth={1.75} className={styles.lastRunIcon} />
      <p className={styles.lastRunText}>
        <strong>{t('preview')}</strong> <span className={styles.lastRunMore}>{t('preview.note')}</span>
      </p>
      <Button size="small" onClick={() => openOverlay({ kind: 'process', jobIds: [video.job_id] })}>
        {t('preview.full')}
      </Button>
    </div>
  );
}
