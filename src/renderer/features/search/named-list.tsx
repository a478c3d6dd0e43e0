import type { Video } from '../../../contract/library/video.ts';
import { useJobs } from '../../api/live/live-jobs.ts';
import { useThumbnailUrls } from '../../api/queries.ts';
import { VideoCard } from '../../ui/media/video-card.tsx';
import styles from './named-list.module.css';
import { useSearchText } from './text.ts';

/** Videos shown. */
const SHOWN = 6;

/** Videos that are named like the query, before findings in them. */
export function NamedList({ videos }: { videos: readonly Video[] }) {
  const t = useSearchText();
  const thumbnails = useThumbnailUrls();
  const statuses = useJobs((state) => state.statuses);
  if (videos.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('named')}>
      <h2 className={styles.title}>
        {t('named')} <span className={styles.count}>{videos.length}</span>
      </h2>
      <ul className={styles.list}>
        {videos.slice(0, SHOWN).map((video) => (
          <li key={video.job_id}>
            <VideoCard video={video} job={statuses[video.job_id]} poster={thumbnails?.poster(video) ?? null} />
          </li>
        ))}
      </ul>
    </section>
  );
}
