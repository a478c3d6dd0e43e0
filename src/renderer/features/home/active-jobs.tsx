import { Link } from 'wouter';
import type { Video } from '../../../contract/library/video.ts';
import { useJobStatus } from '../../api/live/live-jobs.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './active-jobs.module.css';
import { Section } from './section.tsx';
import { useHomeText } from './text.ts';

/** Running analyses and the number of queued ones; empty without jobs. */
export function ActiveJobs({ videos }: { videos: readonly Video[] }) {
  const t = useHomeText();
  const running = videos.filter((video) => video.status === 'processing');
  const waiting = videos.filter((video) => video.status === 'queued').length;
  if (running.length + waiting === 0) return null;
  return (
    <Section title={t('now')} {...(waiting > 0 && { aside: <span>{t('now.waiting', { count: waiting })}</span> })}>
      <ul className={styles.list}>
        {running.map((video) => (
          <RunningJob key={video.job_id} video={video} />
        ))}
      </ul>
    </Section>
  );
}

function RunningJob({ video }: { video: Video }) {
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
          {job?.stage == null ? t('stage') : messages.text(job.stage_text, job.stage)}
        </span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
        <span className={styles.bar}>
          <Progress value={job?.progress ?? null} label={video.name} />
        </span>
      </Link>
    </li>
  );
}
