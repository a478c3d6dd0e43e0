import { useQuery } from '@tanstack/react-query';
import { Download, Ellipsis, Film, ListPlus, RotateCcw, Share2, Square } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Video } from '../../../contract/video.ts';
import { api } from '../../api/endpoints.ts';
import { applyStatus, isBusy, useHasResults, useJobStatus } from '../../api/live-jobs.ts';
import { queries, useThumbnailUrls } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { VIDEOS } from '../../api/video-cache.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { warningsOf } from '../../ui/lib/create-messages.ts';
import { errorText, useMessages } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { Still } from '../../ui/media/still.tsx';
import styles from './job-card.module.css';
import { JobModules } from './job-modules.tsx';
import { adviceFor } from './module-advice.ts';
import { useProcessingText } from './text.ts';

/** Polling interval in milliseconds for jobs without an event stream. */
const ASK_MS = 2000;

/** Job of a video with its state and actions. */
export function JobCard({ video }: { video: Video }) {
  const t = useProcessingText();
  const formats = useFormats();
  const messages = useMessages();
  const pictures = useThumbnailUrls();
  const [isActing, setActing] = useState(false);
  const { job_id: jobId, name } = video;
  const live = useJobStatus(jobId);
  const isLive = live !== undefined && live.status === video.status;
  const { data } = useQuery({
    ...queries.jobStatus(jobId, video.status),
    enabled: !isLive,
    refetchInterval: isBusy(video) && ASK_MS,
  });
  const job = isLive ? live : data;
  const hasResults = useHasResults(video);
  const isStopped = job?.error_code === 'cancelled';

  const act = async (run: () => Promise<unknown>) => {
    setActing(true);
    try {
      await run();
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    invalidate(VIDEOS.queryKey, ['job']);
    setActing(false);
  };
  const cancel = () =>
    act(async () => {
      applyStatus(await api.jobs.cancel(jobId));
      toast(t('stop.done'));
    });
  // The server keeps the findings of completed modules and doesn't run them again.
  const retry = () => act(() => api.videos.process(jobId, { modules: job?.modules.map(({ module }) => module) ?? [] }));

  // Module errors are shown next to the module.
  const own = new Set(job?.modules.map(({ module, error }) => `${module}: ${error}`));
  const remarks = job ? warningsOf(messages, job).filter((_, i) => !own.has(job.warnings[i]!)) : [];
  const facts = [
    video.status === 'queued' &&
      job?.queue_position != null &&
      t('position', { count: job.queue_position, ordinal: 1 }),
    isBusy(video) && job?.stage != null && messages.text(job.stage_text, job.stage),
    job?.speed != null && t('speed', { speed: formats.number(job.speed) }),
    video.status === 'processing' && job?.eta_seconds != null && t('eta', { span: formats.span(job.eta_seconds) }),
    video.status === 'completed' && t('took', { span: formats.span(video.processing_time) }),
    video.status === 'completed' &&
      video.processing_time > 0 &&
      job?.speed == null &&
      t('speed', { speed: formats.number(video.duration / video.processing_time) }),
    !isBusy(video) && formats.ago(video.updated_at),
  ].filter(Boolean);
  return (
    <article className={styles.card} aria-label={name}>
      <Link href={`/videos/${jobId}`} className={styles.poster} tabIndex={-1} aria-hidden>
        <Still src={pictures?.poster(jobId) ?? null} icon={Film} />
      </Link>
      <div className={styles.main}>
        <div className={styles.head}>
          <div className={styles.titles}>
            <h3 className={styles.name} dir="auto" title={name}>
              <Link href={`/videos/${jobId}`}>{name}</Link>
            </h3>
            <p className={styles.facts}>{facts.join(' · ')}</p>
          </div>
          {isBusy(video) ? (
            <Button size="small" icon={Square} disabled={isActing} onClick={() => void cancel()}>
              {t('cancel')}
            </Button>
          ) : (
            hasResults && (
              <Menu
                entries={[
                  { label: t('share'), icon: Share2, onSelect: () => openOverlay({ kind: 'share', jobId }) },
                  { label: t('export'), icon: Download, onSelect: () => openOverlay({ kind: 'export', jobId }) },
                  { separator: true },
                  {
                    label: t('again2'),
                    icon: RotateCcw,
                    onSelect: () => openOverlay({ kind: 'process', jobIds: [jobId] }),
                  },
                ]}
              >
                <IconButton size="small" icon={Ellipsis} label={t('menu', { name })} />
              </Menu>
            )
          )}
        </div>
        {video.status === 'processing' && <Progress value={job?.progress ?? null} label={t('progress', { name })} />}
        {video.status === 'failed' && job && (
          <Notice
            tone={isStopped ? 'info' : 'bad'}
            {...(job.error !== null && { title: isStopped ? t('stopped') : messages.failure(job) })}
            action={
              <>
                <Button
                  size="small"
                  look="primary"
                  icon={RotateCcw}
                  disabled={isActing || job.modules.length === 0}
                  onClick={() => void retry()}
                >
                  {t(isStopped ? 'rerun' : 'retry')}
                </Button>
                <Button size="small" icon={ListPlus} onClick={() => openOverlay({ kind: 'process', jobIds: [jobId] })}>
                  {t('choose')}
                </Button>
              </>
            }
          >
            {adviceFor(job.error_code, t)}
            {hasResults && ` ${t('earlier')}`}
          </Notice>
        )}
        {remarks.length > 0 && (
          <Notice tone="warn" title={t('warnings')}>
            {remarks.join(' ')}
          </Notice>
        )}
        {job && video.status !== 'queued' && <JobModules modules={job.modules} />}
      </div>
    </article>
  );
}
