import { memo } from 'react';
import type { Video } from '../../../contract/video.ts';
import { useFailure, useJobs } from '../../api/live-jobs.ts';
import { useThumbnailUrls } from '../../api/queries.ts';
import { Skeleton } from '../../ui/feedback/states.tsx';
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx';
import { useIsPhone } from '../../ui/lib/media-query.ts';
import { CARD_TEXT_HEIGHT, VideoCard } from '../../ui/media/video-card.tsx';
import type { Selection } from './selection.ts';
import { useLibraryText } from './text.ts';
import styles from './video-grid.module.css';
import type { View } from './view.ts';

const ROW_HEIGHT = 52;

/** Videos as a grid or a list. */
export function LibraryGrid({
  videos,
  layout,
  selection,
}: {
  videos: readonly Video[];
  layout: View['layout'];
  selection: Selection;
}) {
  const t = useLibraryText();
  const pictures = useThumbnailUrls();
  const isPhone = useIsPhone();
  const isActive = selection.ids.length > 0;
  return (
    <VirtualGrid
      // A layout change scrolls to the top.
      key={layout}
      items={videos}
      keyOf={(video) => video.job_id}
      label={t('title')}
      minColumn={layout === 'row' ? Number.POSITIVE_INFINITY : isPhone ? 150 : 216}
      rowHeight={(width) => (layout === 'row' ? ROW_HEIGHT : Math.round((width * 9) / 16) + CARD_TEXT_HEIGHT)}
      gap={layout === 'row' ? 0 : isPhone ? 12 : 20}
      padding={isPhone ? 12 : layout === 'row' ? 12 : 20}
      head={<div className={styles.head} />}
      render={(video) => (
        <Item
          video={video}
          layout={layout}
          poster={pictures?.poster(video.job_id) ?? null}
          isSelected={selection.has(video.job_id)}
          isActive={isActive}
          select={selection.select}
        />
      )}
    />
  );
}

interface ItemProps {
  video: Video;
  layout: View['layout'];
  poster: string | null;
  isSelected: boolean;
  isActive: boolean;
  select: Selection['select'];
}

/** Memoized, so that scrolling renders only new rows. */
const Item = memo(function Item({ video, layout, poster, isSelected, isActive, select }: ItemProps) {
  const t = useLibraryText();
  const live = useJobs((state) => state.statuses[video.job_id]);
  const failure = useFailure(video);
  // The analysis replaces the initial thumbnail, so its URL changes afterwards.
  const src = poster === null ? null : `${poster}&at=${Date.parse(`${video.updated_at}Z`)}`;
  return (
    <VideoCard
      video={video}
      view={layout}
      job={failure ?? live}
      poster={src}
      selection={{
        isSelected,
        isActive,
        label: t('select'),
        onSelect: (event) => select(video.job_id, event.shiftKey),
      }}
    />
  );
});

/** Placeholder layout of the grid. */
export function LibrarySkeleton({ view }: { view: View['layout'] }) {
  return (
    <div className={view === 'row' ? styles.rows : styles.cards} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={styles.place}>
          <Skeleton className={styles.still} />
          <Skeleton className={styles.line} />
          <Skeleton className={styles.short} />
        </div>
      ))}
    </div>
  );
}
