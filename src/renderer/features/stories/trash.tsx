import { useQuery } from '@tanstack/react-query';
import { GalleryVerticalEnd, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { playedMoments, type Story } from '../../../contract/stories.ts';
import { queries } from '../../api/queries.ts';
import { deleteStory, restoreStory } from '../../api/story-changes.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useStoryText } from '../../ui/lib/story-text.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import { Still } from '../../ui/media/still.tsx';
import styles from './page.module.css';

/** Stories in the trash, which can be restored for 30 days. */
export function StoryTrash({ stillUrl }: { stillUrl: ((jobId: string, seconds: number) => string) | null }) {
  const t = useStoryText();
  const formats = useFormats();
  const { data: stories, error, refetch } = useQuery(queries.deletedStories);
  const [deleting, setDeleting] = useState<Story | null>(null);
  const run = async (change: Promise<void>, done: string) => {
    try {
      await change;
      toast(done, { tone: 'good' });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
  };
  if (!stories) return error && <ErrorState error={error} onRetry={refetch} />;
  if (stories.length === 0) return <EmptyState icon={Trash2} title={t('trash.empty')} />;
  return (
    <div className={styles.rows}>
      <p className={styles.lead}>{t('trash.text')}</p>
      <ul aria-label={t('trash.title')}>
        {stories.map((story) => {
          const [first] = playedMoments(story.items);
          return (
            <li key={story.id} className={styles.row}>
              <Still
                src={(first && stillUrl?.(first.job_id, first.start_time)) ?? null}
                icon={GalleryVerticalEnd}
                className={styles.rowStill}
              />
              <span className={styles.text}>
                <span className={styles.name} dir="auto">
                  {story.title}
                </span>
                <span className={styles.about}>
                  {t('trash.deleted', { ago: formats.ago(story.deleted_at ?? story.updated_at) })}
                </span>
              </span>
              <Button
                size="small"
                icon={Undo2}
                aria-label={`${t('restore')}: ${story.title}`}
                onClick={() => void run(restoreStory(story), t('restored'))}
              >
                {t('restore')}
              </Button>
              <IconButton
                size="small"
                icon={Trash2}
                label={`${t('delete')}: ${story.title}`}
                onClick={() => setDeleting(story)}
              />
            </li>
          );
        })}
      </ul>
      <Confirm
        open={deleting !== null}
        onOpenChange={(isOpen) => !isOpen && setDeleting(null)}
        title={t('delete.title', { title: deleting?.title ?? '' })}
        description={t('delete.text')}
        confirm={t('delete')}
        onConfirm={() => deleting && void run(deleteStory(deleting), t('deleted'))}
      />
    </div>
  );
}
