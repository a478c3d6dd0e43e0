import { useQuery } from '@tanstack/react-query';
import {
  AudioLines,
  ChevronDown,
  ChevronRight,
  ChevronsUp,
  CircleStop,
  Download,
  Ellipsis,
  Film,
  ListPlus,
  type LucideIcon,
  RotateCcw,
  Share2,
  TriangleAlert,
} from 'lucide-react';
import { memo, useState } from 'react';
import { Link } from 'wouter';
import { isAudioFile, type Video } from '../../../contract/library/video.ts';
import { api } from '../../api/endpoints.ts';
import { applyStatus, isBusy, useHasResults, useJobStatus } from '../../api/live/live-jobs.ts';
import { useSpeechAhead } from '../../api/live/speech-later.ts';
import { queries, useThumbnailUrls } from '../../api/queries.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { SpeechNote } from '../../ui/feedback/speech-note.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { generalWarningsOf, needsAttention } from '../../ui/lib/create-messages.ts';
import { useIsPhone } from '../../ui/lib/media-query.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { Still } from '../../ui/media/still.tsx';
import { JobModules } from './job-modules.tsx';
import styles from './job-row.module.css';
import { adviceFor } from './module-advice.ts';
import { useProcessingText } from './text.ts';
import { useJobFacts } from './use-job-facts.ts';
import { useQueueAction } from './use-queue-action.ts';

/** Polling interval in milliseconds for jobs without an event stream. */
const ASK_MS = 2000;

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
  const pictures = useThumbnailUrls();
  const { isActing, act } = useQueueAction();
  const [isOpen, setOpen] = useState(false);
  const { job_id: jobId, name, status } = video;
  const live = useJobStatus(jobId);
  // Queued jobs have no stream, so the place and wait known of them may be former ones.
  const isLive = live !== undefined && live.status === status && status !== 'queued';
  const { data } = useQuery({
    ...queries.jobStatus(jobId, status),
    enabled: !isLive,
    refetchInterval: isBusy(video) && ASK_MS,
  });
  const job = isLive ? live : data;
  const hasResults = useHasResults(video);
  const facts = useJobFacts(video, job, hasResults, ago, place);
  const speech = useSpeechAhead(video, job);
  const isStopped = job?.error_code === 'cancelled';

  const cancel = () =>
    act(async () => {
      applyStatus(await api.jobs.cancel(jobId));
      toast(t('stop.done'));
    });
  const doNext = () => act(async () => applyStatus(await api.jobs.moveFirst(jobId)));
  // The server keeps the findings of completed modules and doesn't run them again.
  const retry = () => act(() => api.videos.process(jobId, { modules: job?.modules.map(({ module }) => module) ?? [] }));

  const warnings = job ? generalWarningsOf(messages, job) : [];
  const isMarked = warnings.length > 0 || job?.modules.some(needsAttention);
  const hasDetails = job !== undefined && status !== 'queued';
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
          <Still src={pictures?.poster(video) ?? null} icon={isAudioFile(video) ? AudioLines : Film} />
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
        <div className={styles.actions}>
          {status === 'queued' && place > 1 && (
            <RowButton icon={ChevronsUp} label={t('next')} disabled={isActing} onClick={() => void doNext()} />
          )}
          {isBusy(video) && (
            <RowButton icon={CircleStop} label={t('cancel')} disabled={isActing} onClick={() => void cancel()} />
          )}
          {status === 'failed' && (
            <RowButton
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

/** Button of a row; on phones without its label, which leaves the room to the name. */
function RowButton(props: { icon: LucideIcon; label: string; disabled: boolean; onClick(): void }) {
  const { icon, label, ...rest } = props;
  if (useIsPhone()) return <IconButton size="small" icon={icon} label={label} {...rest} />;
  return (
    <Button size="small" icon={icon} {...rest}>
      {label}
    </Button>
  );
}
