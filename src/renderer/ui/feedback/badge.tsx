import type { ReactNode } from 'react';
import type { VideoStatus } from '../../../contract/library/video.ts';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

const TONES: Readonly<Record<VideoStatus, Tone>> = {
  uploaded: 'neutral',
  queued: 'neutral',
  processing: 'accent',
  completed: 'good',
  failed: 'bad',
};

/** Small label in a frame. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}

/** Status of a video as a colored dot with text. */
export function StatusDot({
  status,
  isStopped = false,
  detail,
}: {
  status: VideoStatus;
  /** Whether the user stopped the job. */
  isStopped?: boolean;
  detail?: string | undefined;
}) {
  const t = useUiText();
  const tone = isStopped ? 'warn' : TONES[status];
  return (
    <span className={styles.status}>
      <span aria-hidden className={cx(styles.dot, styles[tone], status === 'processing' && styles.live)} />
      {t(isStopped ? 'status.stopped' : `status.${status}`)}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}
