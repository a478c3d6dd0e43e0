import { Check } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import { isAudioFile } from '../../../contract/library/video.ts';
import type { VideoFacts } from '../../../contract/library/video-facts.ts';
import { StatusDot } from '../../ui/feedback/badge.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { Thumbnail } from '../../ui/media/thumbnail.tsx';
import type { VideoCardProps } from '../../ui/media/video-card.tsx';
import styles from './list.module.css';

/** A video as a line of the list. */
export function VideoRow({
  video,
  job,
  poster,
  scrub,
  projectName,
  language,
  facts,
  selection,
}: Required<VideoCardProps> & {
  projectName: string | undefined;
  /** ISO 639 code of its speech, if known. */
  language: string | undefined;
  facts: VideoFacts | undefined;
}) {
  const formats = useFormats();
  const onClick = (event: MouseEvent) => {
    if (!(selection.isActive || event.shiftKey || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    selection.onSelect(event);
  };
  const isRunning = video.status === 'processing';
  return (
    <article className={cx(styles.row, selection.isSelected && styles.selected)}>
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={selection.isSelected}
        aria-label={`${selection.label}: ${video.name}`}
        className={cx(styles.check, selection.isActive && styles.shown)}
        onClick={selection.onSelect}
      >
        {selection.isSelected && <Check aria-hidden size={13} strokeWidth={3} />}
      </button>
      <Link href={`/videos/${video.job_id}`} className={styles.link} onClick={onClick}>
        <span className={styles.name}>
          <Thumbnail
            src={poster}
            duration={0}
            isAudio={isAudioFile(video)}
            scrub={scrub}
            className={styles.poster ?? ''}
          />
          <span className={styles.title} dir="auto" title={video.name}>
            {video.name}
          </span>
        </span>
        <span className={styles.status}>
          <StatusDot
            status={video.status}
            isStopped={video.status === 'failed' && job?.error_code === 'cancelled'}
            detail={isRunning && job ? formats.percent(job.progress / 100) : undefined}
          />
        </span>
        <span className={styles.length}>{formats.position(video.duration)}</span>
        <span
          className={styles.captured}
          title={facts?.capture_time ? formats.wallTime(facts.capture_time) : undefined}
        >
          {facts?.capture_time && formats.wallDate(facts.capture_time)}
        </span>
        <span className={styles.added} title={formats.date(video.created_at)}>
          {formats.ago(video.created_at)}
        </span>
        <span className={styles.size}>{formats.bytes(video.file_size)}</span>
        <bdi className={styles.project}>{projectName}</bdi>
        <bdi className={styles.speaker} title={facts?.speakers.join(', ')}>
          {facts?.speakers.join(', ')}
        </bdi>
        <span className={styles.speech}>{language === undefined ? '' : formats.language(language)}</span>
      </Link>
    </article>
  );
}
