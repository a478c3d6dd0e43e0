import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Video } from '../../../contract/video.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { JobCard } from './job-card.tsx';
import styles from './page.module.css';
import { useProcessingText } from './text.ts';

const SECTIONS = [
  { key: 'running', status: 'processing' },
  { key: 'waiting', status: 'queued' },
  { key: 'failed', status: 'failed' },
  { key: 'done', status: 'completed' },
] as const;

/** Cards per section initially, and per click on “Show more”. */
const STEP = 10;

/** Polling interval while the page is visible, in milliseconds. */
const LOOK_MS = 4000;

/** All jobs by state. */
export function ProcessingPage() {
  const t = useProcessingText();
  const [, navigate] = useLocation();
  // Jobs started by scripts send no events here.
  const { data: videos, error, refetch } = useQuery({ ...queries.videos, refetchInterval: LOOK_MS });
  const runs = videos?.filter((video) => video.status !== 'uploaded') ?? [];
  return (
    <Page title={t('title')}>
      <div className={styles.scroller}>
        {error && !videos && <ErrorState title={t('error.title')} error={error} onRetry={refetch} />}
        {!videos && !error && (
          <div className={styles.section}>
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
          </div>
        )}
        {videos && runs.length === 0 && (
          <EmptyState
            icon={ListChecks}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Button look="primary" onClick={() => navigate('/library')}>
                {t('empty.library')}
              </Button>
            }
          />
        )}
        {SECTIONS.map(({ key, status }) => (
          <Section key={key} title={t(key)} videos={runs.filter((video) => video.status === status)} />
        ))}
      </div>
    </Page>
  );
}

function Section({ title, videos }: { title: string; videos: readonly Video[] }) {
  const t = useProcessingText();
  const [limit, setLimit] = useState(STEP);
  if (videos.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>
        {title} <span className={styles.count}>{videos.length}</span>
      </h2>
      {videos.slice(0, limit).map((video) => (
        <JobCard key={video.job_id} video={video} />
      ))}
      {videos.length > limit && (
        <div>
          <Button size="small" onClick={() => setLimit(limit + STEP)}>
            {t('more')}
          </Button>
        </div>
      )}
    </section>
  );
}
