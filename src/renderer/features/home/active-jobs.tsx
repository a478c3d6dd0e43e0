import { Link } from 'wouter';
import type { Video } from '../../../contract/library/video.ts';
import { useJobStatus, useJobs } from '../../api/live/live-jobs.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './active-jobs.module.css';
import { Section } from './section.tsx';
import { useHomeText } from './text.ts';

/** Running analyses, or else the first queued one, and the number of others; empty without jobs. */
export function ActiveJobs({ videos }: { videos: readonly Video[] }) {
  const t = useHomeText();
  const queued = videos.filter((video) => video.status === 'queued');
  const first = useJobs(({ statuses }) => queued.find(({ job_id }) => statuses[job_id]?.queue_position === 1));
  const running = videos.filter((video) => video.status === 'processing');
  const shown = running.length > 0 ? running : [first ?? queued.at(-1)].filter((video) => video !== undefined);
  if (shown.length === 0) return null;
  const waiting = running.length > 0 ? queued.length : queued.length - 1;
  return (
    <Section title={t('now')} {...(waiting > 0 && { aside: <span>{t('now.waiting', { count: waiting })}</span> })}>
      <ul className={styles.list}>
        {shown.map((video) => (
          <ActiveJob key={video.job_id} video={video} />
        ))}
      </ul>
    </Section>
  );
}

function ActiveJob({ video }: { video: Video }) {
  const t = useHomeText();
  const messages = useMessages();
  const formats = useFormats();
  const job = useJobStatus(video.job_id);
  const facts = [
    job?.speed != null && t('speed', { speed: formats.number(job.speed) }),
    job?.eta_seconds != null && t('eta', { time: formats.span(job.eta_seconds) }),
  ].filter(Boolean);
  return (
    <li>
      <Link href={`/videos/${video.job_id}`} className={styles.job}>
        <span className={styles.name} dir="auto">
          {video.name}
        </span>
        <span className={styles.percent}>{job ? formats.percent(job.progress / 100) : ''}</span>
        <span className={styles.stage}>
          {job?.stage == null
            ? t(video.status === 'queued' ? 'stage.queued' : 'stage')
            : messages.text(job.stage_text, job.stage)}
        </span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <span className={styles.bar}>
          <Progress value={video.status === 'queued' ? 0 : (job?.progress ?? null)} label={video.name} />
        </span>
      </Link>
    </li>
  );
}
