import { useQuery } from '@tanstack/react-query';
import { AudioLines, ChevronDown, ChevronRight, Film, TriangleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import { isAudioFile, type Video } from '../../../../contract/library/video.ts';
import { isBusy, useHasResults, useJobStatus } from '../../../api/live/live-jobs.ts';
import { useSpeechAhead } from '../../../api/live/speech-later.ts';
import { queries, useThumbnailUrls } from '../../../api/queries.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { SpeechNote } from '../../../ui/feedback/speech-note.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { generalWarningsOf, needsAttention } from '../../../ui/lib/create-messages.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { Still } from '../../../ui/media/still.tsx';
import { useProcessingText } from '../text.ts';
import { JobActions } from './job-actions.tsx';
import { JobModules } from './job-modules.tsx';
import styles from './job-row.module.css';
import { adviceFor } from './module-advice.ts';
import { useJobFacts } from './use-job-facts.ts';

/** Polling interval in milliseconds for jobs without an event stream. */
const POLL_MS = 2000;

/**
 * Job of a video in one line, with its state and actions; its types, warnings, and advice unfold below. The page is
 * rendered with every answer about the queue, every four seconds, but its rows only with what they show.
 */
export const JobRow = memo(function JobRow({
  video,
  place,
  ago,
}: {
  video: Video;
  /**
   * Place among the queued jobs as they are listed, from 1. The statuses of jobs are read at different times, so that
   * two may state the same.
   */
  place: number;
  /** Time since the end of the analysis, in words. */
  ago?: string | undefined;
}) {
  const t = useProcessingText();
  const messages = useMessages();
  const thumbnails = useThumbnailUrls();
  const [isOpen, setOpen] = useState(false);
  const { job_id: jobId, name, status } = video;
  const live = useJobStatus(jobId);
  // Queued jobs have no stream, so the place and wait known of them may be former ones.
  const isLive = live !== undefined && live.status === status && status !== 'queued';
  const { data } = useQuery({
    ...queries.jobStatus(jobId, status),
    enabled: !isLive,
    refetchInterval: isBusy(video) && POLL_MS,
  });
  const job = isLive ? live : data;
  const facts = useJobFacts(video, job, useHasResults(video), ago, place);
  const speech = useSpeechAhead(video, job);
  const isStopped = job?.error_code === 'cancelled';

  const warnings = job ? generalWarningsOf(messages, job) : [];
  const isMarked = warnings.length > 0 || job?.modules.some(needsAttention);
  const hasDetails = job !== undefined && status !== 'queued';
  return (
    <article className={styles.job} aria-label={name}>
      <div className={styles.line}>
        <IconButton
          size="small"
          icon={isOpen ? ChevronDown : ChevronRight}
          label={t('details', { name })}
          aria-expanded={isOpen}
          disabled={!hasDetails}
          onClick={() => setOpen(!isOpen)}
        />
        <Link href={`/videos/${jobId}`} className={styles.poster} tabIndex={-1} aria-hidden>
          <Still src={thumbnails?.poster(video) ?? null} icon={isAudioFile(video) ? AudioLines : Film} />
        </Link>
        <h3 className={styles.name} dir="auto" title={name}>
          <Link href={`/videos/${jobId}`}>{name}</Link>
        </h3>
        <div className={styles.state}>
          {status === 'processing' && (
            <span className={styles.bar}>
              <Progress value={job?.progress ?? null} label={t('progress', { name })} />
            </span>
          )}
          {isMarked && (
            <TriangleAlert aria-label={t('warnings')} size={14} strokeWidth={1.75} className={styles.sign} />
          )}
          <p className={cx(styles.facts, status === 'failed' && !isStopped && styles.failure)} title={facts}>
            {facts}
          </p>
        </div>
        <JobActions video={video} job={job} place={place} />
      </div>
      {speech && (
        <div className={styles.details}>
          <SpeechNote {...speech} />
        </div>
      )}
      {isOpen && hasDetails && (
        <div className={styles.details}>
          {status === 'failed' && (
            <Notice
              tone={isStopped ? 'info' : 'bad'}
              {...(job.error !== null && { title: isStopped ? t('stopped') : messages.failure(job) })}
            >
              {adviceFor(job.error_code, t)}
            </Notice>
          )}
          {warnings.length > 0 && (
            <Notice tone="warn" title={t('warnings')}>
              {warnings.join(' ')}
            </Notice>
          )}
          <JobModules modules={job.modules} />
        </div>
      )}
    </article>
  );
});
