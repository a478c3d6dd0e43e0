import { AudioLines, Bookmark, Film, GalleryVerticalEnd } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Trash } from '../../../../contract/library/trash.ts';
import { isAudioFile } from '../../../../contract/library/video.ts';
import { playedMoments } from '../../../../contract/search/stories.ts';
import { discardMoment, restoreMoment } from '../../../api/live/moment-changes.ts';
import { deleteStory, restoreStory } from '../../../api/live/story-changes.ts';
import { deleteVideo, restoreVideo } from '../../../api/live/trash-changes.ts';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useTrashText } from '../../../ui/lib/texts/trash-text.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { DeleteDialog, type TrashItem } from './delete-dialog.tsx';
import { TrashRow } from './row.tsx';
import styles from './trash.module.css';

/** The videos, moments, and stories in the trash, each with its commands. */
export function TrashLists({ trash }: { trash: Trash }) {
  const t = useTrashText();
  const formats = useFormats();
  const thumbnails = useThumbnailUrls();
  const [deleting, setDeleting] = useState<TrashItem | null>(null);
  const run = async (change: Promise<unknown>, done: string) => {
    try {
      await change;
      toast(done, { tone: 'good' });
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  const restore = (title: string, change: () => Promise<unknown>) => () => void run(change(), t('restored', { title }));
  const videos = trash.videos.map((video) => ({
    kind: 'video' as const,
    id: video.job_id,
    title: video.name,
    deletedAt: video.deleted_at,
    still: thumbnails?.poster(video) ?? null,
    icon: isAudioFile(video) ? AudioLines : Film,
    facts: [formats.lasting(video.duration), formats.bytes(video.file_size)],
    restore: () => restoreVideo(video.job_id),
    remove: (withFile: boolean) => deleteVideo(video, withFile),
  }));
  const moments = trash.moments.map((moment) => ({
    kind: 'moment' as const,
    id: moment.id,
    title: moment.title,
    deletedAt: moment.deleted_at!,
    still: thumbnails?.near(moment.job_id, moment.start_time) ?? null,
    icon: Bookmark,
    facts: [`${moment.video_title}, ${position(moment.start_time)}`],
    restore: () => restoreMoment(moment.id),
    remove: () => discardMoment(moment),
  }));
  const stories = trash.stories.map((story) => {
    const [first] = playedMoments(story.items);
    return {
      kind: 'story' as const,
      id: story.id,
      title: story.title,
      deletedAt: story.deleted_at!,
      still: (first && thumbnails?.near(first.job_id, first.start_time)) ?? null,
      icon: GalleryVerticalEnd,
      facts: story.duration > 0 ? [formats.lasting(story.duration)] : [],
      restore: () => restoreStory(story),
      remove: () => deleteStory(story),
    };
  });
  const lists = { videos, moments, stories };
  return (
    <div className={styles.lists}>
      <p className={styles.lead}>
        {t('text', { days: trash.keep_days })}
        {trash.bytes > 0 && ` ${t('size', { size: formats.bytes(trash.bytes) })}.`}
      </p>
      {(['videos', 'moments', 'stories'] as const).map((kind) => (
        <List key={kind} name={t(kind)} count={lists[kind].length}>
          {lists[kind].map((item) => (
            <TrashRow
              key={item.id}
              item={item}
              onRestore={restore(item.title, item.restore)}
              onDelete={() => setDeleting(item)}
            />
          ))}
        </List>
      ))}
      {deleting && (
        <DeleteDialog
          key={deleting.id}
          item={deleting}
          onClose={() => setDeleting(null)}
          onDelete={(withFile) => void run(deleting.remove(withFile), t('delete.done', { title: deleting.title }))}
        />
      )}
    </div>
  );
}

function List({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  const formats = useFormats();
  if (count === 0) return null;
  return (
    <section aria-label={name}>
      <h2 className={styles.heading}>
        {name} <span className={styles.count}>{formats.number(count)}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
