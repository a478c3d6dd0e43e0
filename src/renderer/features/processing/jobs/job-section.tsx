import { useState } from 'react';
import type { Video } from '../../../../contract/library/video.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from '../page.module.css';
import { QueueList } from '../queue-list.tsx';
import { useProcessingText } from '../text.ts';
import { JobRow } from './job-row.tsx';

/** Rows per section initially, and per click on “Show more”. */
const STEP = 12;

/** Jobs in one state; queued ones can be sorted. */
export function JobSection(props: { title: string; videos: readonly Video[]; isSortable: boolean }) {
  const { title, videos, isSortable } = props;
  const t = useProcessingText();
  const formats = useFormats();
  const [limit, setLimit] = useState(STEP);
  if (videos.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.title}>
        {title} <span className={styles.count}>{videos.length}</span>
      </h2>
      {isSortable && videos.length > 1 ? (
        <QueueList videos={videos.slice(0, limit)} />
      ) : (
        <div className={styles.list}>
          {videos.slice(0, limit).map((video, index) => {
            const ago = video.analyzed_at === null ? undefined : formats.ago(video.analyzed_at);
            return <JobRow key={video.job_id} video={video} place={index + 1} ago={ago} />;
          })}
        </div>
      )}
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
