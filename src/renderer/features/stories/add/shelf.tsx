import { useQuery } from '@tanstack/react-query';
import { GalleryVerticalEnd, Plus } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { playedMoments } from '../../../../contract/search/stories.ts';
import { queries, useThumbnailUrls } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useDraggedMoments } from '../../../ui/lib/moment-drag.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { Still } from '../../../ui/media/still.tsx';
import styles from './add.module.css';
import { useAddMoments } from './use-add.ts';

const RECENT = 5;

/** Recent stories beside the navigation while moments are dragged: dropping adds the moments. */
export function StoryShelf() {
  const isDragging = useDraggedMoments(({ moments }) => moments !== null);
  return isDragging ? <Shelf /> : null;
}

function Shelf() {
  const t = useStoryText();
  const { data: stories = [] } = useQuery(queries.stories);
  const thumbnails = useThumbnailUrls();
  const add = useAddMoments();
  const drop = (to: { id: string } | { title: string }) => {
    const { moments } = useDraggedMoments.getState();
    if (moments) void add(moments, to);
  };
  return (
    <div className={styles.shelf}>
      <p className={styles.shelfTitle}>{t('shelf')}</p>
      {stories.slice(0, RECENT).map((story) => {
        const [first] = playedMoments(story.items);
        return (
          <Target key={story.id} onDrop={() => drop({ id: story.id })}>
            <Still
              className={styles.still}
              src={(first && thumbnails?.near(first.job_id, first.start_time)) ?? null}
              icon={GalleryVerticalEnd}
            />
            <bdi className={styles.name}>{story.title}</bdi>
          </Target>
        );
      })}
      <Target onDrop={() => drop({ title: t('untitled') })}>
        <span className={cx(styles.still, styles.plus)}>
          <Plus aria-hidden size={16} strokeWidth={1.75} />
        </span>
        <span className={styles.name}>{t('add.new')}</span>
      </Target>
    </div>
  );
}

function Target({ onDrop, children }: { onDrop(): void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboards use the dialog with the same stories
    <div
      className={cx(styles.option, isOver && styles.over)}
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      {children}
    </div>
  );
}
