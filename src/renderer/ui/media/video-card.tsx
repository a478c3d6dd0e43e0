import { Check } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import type { JobStatus } from '../../../contract/analysis/job.ts';
import { isAudioFile, type Video } from '../../../contract/library/video.ts';
import { StatusDot } from '../feedback/badge.tsx';
import { Progress } from '../feedback/progress.tsx';
import { cx } from '../lib/classes.ts';
import { useUiText } from '../lib/ui-text.ts';
import { useFormats } from '../lib/use-formats.ts';
import { Thumbnail } from './thumbnail.tsx';
import styles from './video-card.module.css';

/** Height of a card below its thumbnail, in CSS pixels. */
export const CARD_TEXT_HEIGHT = 56;

export interface VideoCardProps {
  video: Video;
  /** State of its job. */
  job: JobStatus | undefined;
  poster: string | null;
  /** Stills for the pointer; see Thumbnail. */
  scrub?: ((fraction: number) => string | null) | null;
  selection?: {
    isSelected: boolean;
    /** Whether any video is selected, so that a click selects instead of opening. */
    isActive: boolean;
    label: string;
    onSelect(event: { shiftKey: boolean }): void;
  };
}

/** Video in a grid: thumbnail, name, and status. */
export function VideoCard({ video, job, poster, scrub, selection }: VideoCardProps) {
  const t = useUiText();
  const formats = useFormats();
  const isRunning = video.status === 'processing';
  const onClick = (event: MouseEvent) => {
    if (!selection || !(selection.isActive || event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    selection.onSelect(event);
  };
  return (
    <article className={cx(styles.item, selection?.isSelected && styles.selected)}>
      <Link href={`/videos/${video.job_id}`} className={styles.link} onClick={onClick}>
        <Thumbnail
          src={poster}
          duration={video.duration}
          scrub={scrub}
          isAudio={isAudioFile(video)}
          className={styles.poster ?? ''}
        />
        <span className={styles.text}>
          <span className={styles.name} dir="auto" title={video.name}>
            {video.name}
          </span>
          <span className={styles.about}>
            <StatusDot
              status={video.status}
              isStopped={video.status === 'failed' && job?.error_code === 'cancelled'}
              detail={isRunning && job ? formats.percent(job.progress / 100) : undefined}
            />
            {isRunning && job?.eta_seconds != null ? (
              <span className={styles.more}>{t('left', { time: formats.span(job.eta_seconds) })}</span>
            ) : (
              <span className={styles.more}>{formats.ago(video.created_at)}</span>
            )}
          </span>
        </span>
      </Link>
      {isRunning && (
        <div className={styles.progress}>
          <Progress value={job?.progress ?? null} label={video.name} />
        </div>
      )}
      {selection && (
        <button
          type="button"
          // Each card is one tab stop: X selects it.
          tabIndex={-1}
          aria-pressed={selection.isSelected}
          aria-label={`${selection.label}: ${video.name}`}
          className={cx(styles.check, selection.isActive && styles.shown)}
          onClick={selection.onSelect}
        >
          {selection.isSelected && <Check aria-hidden size={13} strokeWidth={3} />}
        </button>
      )}
    </article>
  );
}
