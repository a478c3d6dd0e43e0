import { useQuery } from '@tanstack/react-query';
import { GalleryVerticalEnd, Plus, Search, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { queries, useThumbnailUrls } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useStoryText } from '../../ui/lib/texts/story-text.ts';
import styles from './page.module.css';
import { RenameStory } from './rename.tsx';
import { StoryGrid } from './story-grid.tsx';
import { useNewStory } from './use-new-story.ts';

/** All stories. */
export function StoriesPage() {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const { data: stories, error, refetch } = useQuery(queries.stories);
  const { data: trash } = useQuery(queries.trash);
  const thumbnails = useThumbnailUrls();
  const [renaming, setRenaming] = useState<string | null>(null);
  const create = useNewStory();
  const content = () => {
    if (!stories) return error ? <ErrorState error={error} onRetry={refetch} /> : <StoriesSkeleton />;
    if (stories.length === 0) return <NoStories onCreate={() => void create()} />;
    return <StoryGrid stories={stories} stillUrl={thumbnails?.near ?? null} onRename={setRenaming} />;
  };
  return (
    <Page
      title={t('title')}
      actions={
        <>
          {trash !== undefined && trash.stories.length > 0 && (
            <Button look="quiet" icon={Trash2} onClick={() => navigate('/trash')}>
              {t('trash.open')}
            </Button>
          )}
          {stories !== undefined && stories.length > 0 && (
            <Button look="primary" icon={Plus} onClick={() => void create()}>
              {t('new')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.scroller}>{content()}</div>
      {renaming !== null && <RenameStory key={renaming} id={renaming} onClose={() => setRenaming(null)} />}
    </Page>
  );
}

function NoStories({ onCreate }: { onCreate(): void }) {
  const t = useStoryText();
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={GalleryVerticalEnd}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <>
          <Button look="primary" icon={Plus} onClick={onCreate}>
            {t('new')}
          </Button>
          <Button icon={Search} onClick={() => navigate('/search')}>
            {t('empty.search')}
          </Button>
        </>
      }
    />
  );
}

function StoriesSkeleton() {
  return (
    <div className={styles.cards} aria-hidden>
      {Array.from({ length: 6 }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Skeleton key={nth} className={styles.placeholder} />
      ))}
    </div>
  );
}
