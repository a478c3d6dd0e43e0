import type { ReactNode } from 'react';
import type { VideoStatus } from '../../contract/video.ts';
import styles from './badge.module.css';
import { cx } from './classes.ts';
import { useUiText } from './ui-text.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

const TONES: Readonly<Record<VideoStatus, Tone>> = {
  uploaded: 'neutral',
  queued: 'neutral',
  processing: 'accent',
  completed: 'good',
  failed: 'bad',
};

/** A short word in a quiet frame. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}

/** A video's status: a dot and the word, so that colour is never the only sign. */
export function StatusDot({ status, detail }: { status: VideoStatus; detail?: string | undefined }) {
  const t = useUiText();
  return (
    <span className={styles.status}>
      <span aria-hidden className={cx(styles.dot, styles[TONES[status]], status === 'processing' && styles.live)} />
      {t(`status.${status}`)}
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
  );
}
