import { GalleryVerticalEnd } from 'lucide-react';
import { Link } from 'wouter';
import { playedMoments, type Story } from '../../../contract/search/stories.ts';
import { cx } from '../lib/classes.ts';
import { useStoryText } from '../lib/texts/story-text.ts';
import { useFormats } from '../lib/use-formats.ts';
import badge from './badge.module.css';
import { Still } from './still.tsx';
import styles from './story-card.module.css';
import { Time } from './time.tsx';

/** Stills shown per story. */
const STILLS = 3;

/** Story in a grid: stills of its first moments, title, and size. */
export function StoryCard({
  story,
  stillUrl,
}: {
  story: Story;
  /** URL of the still nearest to a time in seconds; null until it is known. */
  stillUrl: ((jobId: string, seconds: number) => string | null) | null;
}) {
  const t = useStoryText();
  const formats = useFormats();
  const moments = playedMoments(story.items);
  const stills = moments.slice(0, STILLS);
  return (
    <Link href={`/stories/${story.id}`} className={styles.card}>
      <span className={cx(styles.stills, styles[`of${stills.length}`])}>
        {stills.length === 0 && <Still src={null} icon={GalleryVerticalEnd} className={styles.still} />}
        {stills.map(({ id, job_id, start_time }) => (
          <Still
            key={id}
            src={stillUrl?.(job_id, start_time) ?? null}
            icon={GalleryVerticalEnd}
            className={styles.still}
          />
        ))}
        {story.duration > 0 && (
          <Time seconds={story.duration} className={cx(badge.badge, badge.end, styles.duration)} />
        )}
      </span>
      <span className={styles.text}>
        <span className={styles.title} dir="auto" title={story.title}>
          {story.title}
        </span>
        <span className={styles.about}>
          <span>{t('moments', { count: moments.length })}</span>
          <span className={styles.ago}>{formats.ago(story.updated_at)}</span>
        </span>
      </span>
    </Link>
  );
}
