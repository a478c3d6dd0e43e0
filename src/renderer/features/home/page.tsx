import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { Dashboard } from '../../../contract/library/dashboard.ts';
import type { Video } from '../../../contract/library/video.ts';
import { useFailure, useJobStatus } from '../../api/live/live-jobs.ts';
import { queries, useThumbnailUrls } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FirstVideo } from '../../ui/feedback/first-video.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useAddVideos } from '../../ui/lib/add-videos.ts';
import { VideoCard } from '../../ui/media/video-card.tsx';
import { ActiveJobs } from './active-jobs.tsx';
import { Attention } from './attention.tsx';
import { Facts } from './facts.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import styles from './page.module.css';
import { ProjectList } from './project-list.tsx';
import { RecentStories } from './recent-stories.tsx';
import { Section } from './section.tsx';
import { useHomeText } from './text.ts';
import { useLastVisit } from './use-last-visit.ts';

const RECENT = 12;

/** Home screen, from a single `/dashboard` request. */
export function HomePage() {
  const t = useHomeText();
  const { data, error, refetch } = useQuery(queries.dashboard);
  const add = useAddVideos();
  const content = () => {
    if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <HomeSkeleton />;
    return data.videos.length === 0 ? <Begin /> : <Overview dashboard={data} />;
  };
  return (
    <Page
      title={t('title')}
      actions={
        data !== undefined &&
        data.videos.length > 0 && (
          <Button look="primary" icon={Plus} onClick={() => add('files')}>
            {t('addMore')}
          </Button>
        )
      }
    >
      <div className={styles.scroller}>{content()}</div>
    </Page>
  );
}

function Overview({ dashboard }: { dashboard: Dashboard }) {
  const t = useHomeText();
  const { videos, projects, usage } = dashboard;
  const thumbnails = useThumbnailUrls();
  const lastVisit = useLastVisit();
  const fresh = lastVisit === null ? [] : videos.filter((video) => isNewSince(video, lastVisit));
  const cards = (list: typeof videos) => (
    <ul className={styles.cards}>
      {list.map((video) => (
        <li key={video.job_id}>
          <Card video={video} poster={thumbnails?.poster(video) ?? null} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.overview}>
      <Facts videos={videos} usage={usage} />
      <ActiveJobs videos={videos} />
      <Attention videos={videos} usage={usage} />
      {fresh.length > 0 && <Section title={t('new')}>{cards(fresh.slice(0, RECENT))}</Section>}
      <Section title={t('recent')} more={{ label: t('recent.all'), href: '/library' }}>
        {cards(videos.slice(0, RECENT))}
      </Section>
      <RecentStories />
      {projects.length > 0 && (
        <Section title={t('projects')}>
          <ProjectList projects={projects} />
        </Section>
      )}
    </div>
  );
}

/** Whether a video's findings were completed after an instant. */
function isNewSince({ status, analyzed_at }: Video, instantMs: number): boolean {
  return status === 'completed' && Date.parse(`${analyzed_at}Z`) > instantMs;
}

function Card({ video, poster }: { video: Video; poster: string | null }) {
  const live = useJobStatus(video.job_id);
  const failure = useFailure(video);
  return <VideoCard video={video} job={failure ?? live} poster={poster} />;
}

function Begin() {
  const t = useHomeText();
  return (
    <div className={styles.begin}>
      <div className={styles.drop}>
        <FirstVideo />
      </div>
      <ol className={styles.steps}>
        {(['1', '2', '3'] as const).map((step) => (
          <li key={step} className={styles.step}>
            <span className={styles.number} aria-hidden>
              {step}
            </span>
            <h2 className={styles.stepTitle}>{t(`step.${step}`)}</h2>
            <p className={styles.stepText}>{t(`step.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
