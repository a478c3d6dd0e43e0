import { useQuery } from '@tanstack/react-query';
import { queries, useThumbnailUrls } from '../../api/queries.ts';
import { StoryCard } from '../../ui/media/story-card.tsx';
import styles from './page.module.css';
import { Section } from './section.tsx';
import { useHomeText } from './text.ts';

const RECENT = 4;

/** Stories that were changed last. */
export function RecentStories() {
  const t = useHomeText();
  const { data: stories = [] } = useQuery(queries.stories);
  const thumbnails = useThumbnailUrls();
  if (stories.length === 0) return null;
  return (
    <Section title={t('stories')} more={{ label: t('stories.all'), href: '/stories' }}>
      <ul className={styles.cards}>
        {stories.slice(0, RECENT).map((story) => (
          <li key={story.id}>
            <StoryCard story={story} stillUrl={thumbnails?.near ?? null} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
