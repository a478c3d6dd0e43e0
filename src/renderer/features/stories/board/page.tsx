import { useQuery } from '@tanstack/react-query';
import { GalleryVerticalEnd } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Story } from '../../../../contract/search/stories.ts';
import { restoreStory } from '../../../api/live/story-changes.ts';
import { queries } from '../../../api/queries.ts';
import { isNotFound } from '../../../api/request.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { StoryPlayer } from '../player/story-player.tsx';
import { BoardActions } from './actions.tsx';
import styles from './board.module.css';
import { BoardHead } from './head.tsx';
import { Items } from './items.tsx';
import { useStoryEdits } from './use-story-edits.ts';

/** Board of a story: its moments, headings, and notes in order. */
export function StoryPage({ storyId }: { storyId: string }) {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const { data: story, error, refetch } = useQuery(queries.story(storyId));
  if (story) return <LoadedPage key={storyId} story={story} />;
  const problem = () =>
    isNotFound(error) ? (
      <EmptyState
        icon={GalleryVerticalEnd}
        title={t('missing.title')}
        text={t('missing.text')}
        action={
          <Button look="primary" onClick={() => navigate('/stories')}>
            {t('missing.back')}
          </Button>
        }
      />
    ) : (
      error && <ErrorState error={error} onRetry={refetch} />
    );
  return (
    <Page title={t('story')} trail={[{ label: t('title'), href: '/stories' }]}>
      {error ? problem() : <BoardSkeleton />}
    </Page>
  );
}

function LoadedPage({ story }: { story: Story }) {
  const t = useStoryText();
  const edits = useStoryEdits(story);
  const [path, navigate] = useLocation();
  const isNew = new URLSearchParams(useSearch()).has('new');
  const [isNaming, setNaming] = useState(isNew);
  useEffect(() => {
    // A reload of a new story doesn't ask for its name again.
    if (isNew) navigate(path, { replace: true });
  }, [isNew, path, navigate]);
  /** Item that is played first, null for the first of all; undefined while nothing is played. */
  const [playing, setPlaying] = useState<string | null>();
  const scroller = useRef<HTMLDivElement>(null);
  useShortcuts({ 'mod+z': edits.undo });
  const restore = () => void restoreStory(story).catch((error: unknown) => toast(errorText(error), { tone: 'bad' }));
  return (
    <Page
      title={story.title}
      trail={[{ label: t('title'), href: '/stories' }]}
      actions={<BoardActions story={story} onPlay={() => setPlaying(null)} onRename={() => setNaming(true)} />}
    >
      <div ref={scroller} className={styles.scroller}>
        <div className={styles.board}>
          {story.deleted_at !== null && (
            <Notice
              tone="warn"
              title={t('inTrash')}
              action={
                <Button size="small" onClick={restore}>
                  {t('restore')}
                </Button>
              }
            >
              {t('trash.text')}
            </Notice>
          )}
          <BoardHead story={story} edits={edits} isNaming={isNaming} setNaming={setNaming} />
          <Items story={story} edits={edits} scroller={scroller} onPlay={setPlaying} />
        </div>
      </div>
      {playing !== undefined && <StoryPlayer story={story} from={playing} onClose={() => setPlaying(undefined)} />}
    </Page>
  );
}

function BoardSkeleton() {
  return (
    <div className={styles.board} aria-hidden>
      <Skeleton className={styles.skeletonTitle} />
      <Skeleton className={styles.skeletonItem} />
      <Skeleton className={styles.skeletonItem} />
      <Skeleton className={styles.skeletonItem} />
    </div>
  );
}
