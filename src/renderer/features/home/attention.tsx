import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Cpu, FileX2, Hourglass, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { UsageSummary } from '../../../contract/account/usage.ts';
import type { Video } from '../../../contract/library/video.ts';
import { useFailure } from '../../api/live/live-jobs.ts';
import { queries } from '../../api/queries.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './attention.module.css';
import { Section } from './section.tsx';
import { useHomeText } from './text.ts';

/** Failed videos shown; the others are on the processing screen. */
const FAILED_MAX = 4;
/** The server looks for each file, which takes time in a large library. */
const SOURCES_STALE_MS = 60_000;
/** Share of the quota in percent from which it is mentioned. */
const NEAR_END_PERCENT = 85;

/**
 * Problems that the user should know of or solve: failed analyses, lost files, a missing speech model, and a quota that
 * runs out.
 */
export function Attention({ videos, usage }: { videos: readonly Video[]; usage: UsageSummary }) {
  const t = useHomeText();
  const formats = useFormats();
  const { data: sources = [] } = useQuery({ ...queries.sourceProblems, staleTime: SOURCES_STALE_MS });
  const { data: models } = useQuery(queries.models);
  const failed = videos.filter(({ status }) => status === 'failed');
  const canTranscribe = models?.models.some(
    (model) => model.task === 'speech-recognition' && model.status === 'installed',
  );
  const isNearEnd = usage.usage_percentage >= NEAR_END_PERCENT;
  if (failed.length === 0 && sources.length === 0 && canTranscribe !== false && !isNearEnd) return null;
  return (
    <Section title={t('failed')}>
      <ul className={styles.list}>
        {failed.slice(0, FAILED_MAX).map((video) => (
          <FailedVideo key={video.job_id} video={video} />
        ))}
        {failed.length > FAILED_MAX && (
          <Row icon={CircleAlert} href="/processing" text={t('failed.more', { count: failed.length - FAILED_MAX })} />
        )}
        {sources.length > 0 && (
          <Row
            icon={FileX2}
            href="/settings/storage?show=sources.title"
            text={t('sources', { count: sources.length })}
            more={t('sources.text')}
          />
        )}
        {canTranscribe === false && (
          <Row icon={Cpu} href="/settings/models" text={t('noSpeech')} more={t('noSpeech.text')} />
        )}
        {isNearEnd && (
          <Row
            icon={Hourglass}
            href="/settings/usage"
            text={t('left', { span: formats.span(usage.remaining_trial_minutes * 60) })}
            more={t('left.of', { total: formats.span(usage.total_limit_minutes * 60) })}
          />
        )}
      </ul>
    </Section>
  );
}

function FailedVideo({ video }: { video: Video }) {
  const t = useHomeText();
  const messages = useMessages();
  const failure = useFailure(video);
  const isStopped = failure?.error_code === 'cancelled';
  return (
    <Row
      icon={CircleAlert}
      href={`/videos/${video.job_id}`}
      text={<bdi>{video.name}</bdi>}
      more={failure && (isStopped ? t('stopped') : messages.failure(failure))}
    />
  );
}

function Row({ icon: Icon, href, text, more }: { icon: LucideIcon; href: string; text: ReactNode; more?: ReactNode }) {
  return (
    <li className={styles.item}>
      <Link href={href} className={styles.row}>
        <Icon aria-hidden size={16} strokeWidth={1.75} className={styles.icon} />
        <span className={styles.text}>{text}</span>
        <span className={styles.more}>{more}</span>
      </Link>
    </li>
  );
}
