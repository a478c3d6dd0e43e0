import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import type { Video } from '../../../contract/library/video.ts';
import type { VideoFacts } from '../../../contract/library/video-facts.ts';
import { useFailure, useJobs } from '../../api/live/live-jobs.ts';
import { queries, useThumbnailUrls } from '../../api/queries.ts';
import { ContextMenu } from '../../ui/controls/context-menu.tsx';
import { Skeleton } from '../../ui/feedback/states.tsx';
import { VirtualGrid } from '../../ui/layout/virtual-grid.tsx';
import { useIsPhone } from '../../ui/lib/media-query.ts';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { CARD_TEXT_HEIGHT, VideoCard } from '../../ui/media/video-card.tsx';
import type { Selection } from './selection.ts';
import { useLibraryText } from './text.ts';
import { useVideoMenuAt } from './use-video-menu.ts';
import styles from './video-grid.module.css';
import { VideoRow } from './video-row.tsx';
import type { View } from './view.ts';

const ROW_HEIGHT = 48;
/** Maximum width of the content in CSS pixels, as `--page-width` in base.css. */
const PAGE_WIDTH = 1600;

/** Videos as a grid or a list. */
export function LibraryGrid({
  videos,
  layout,
  facts,
  selection,
}: {
  videos: readonly Video[];
  layout: View['layout'];
  facts: ReadonlyMap<string, VideoFacts>;
  selection: Selection;
}) {
  const t = useLibraryText();
  const words = useUiText();
  const thumbnails = useThumbnailUrls();
  const isPhone = useIsPhone();
  const languages = useLanguages(layout === 'row');
  const { data: projects } = useQuery(queries.projects);
  const projectNames = useMemo(() => new Map(projects?.map(({ id, name }) => [id, name])), [projects]);
  const isActive = selection.ids.length > 0;
  const menuAt = useVideoMenuAt(videos, selection);
  return (
    <ContextMenu className={styles.menu} label={words('video.menu')} entriesAt={menuAt}>
      <VirtualGrid
        // A layout change scrolls to the top.
        key={layout}
        items={videos}
        keyOf={(video) => video.job_id}
        label={t('title')}
        minColumn={layout === 'row' ? Number.POSITIVE_INFINITY : isPhone ? 150 : 216}
        rowHeight={(width) => (layout === 'row' ? ROW_HEIGHT : Math.round((width * 9) / 16) + CARD_TEXT_HEIGHT)}
        gap={layout === 'row' ? 0 : isPhone ? 12 : 20}
        padding={isPhone ? 12 : 20}
        maxWidth={PAGE_WIDTH}
        {...(layout === 'card' && { head: <div className={styles.head} /> })}
        render={(video) => (
          <Item
            video={video}
            layout={layout}
            projectName={video.project_id === null ? undefined : projectNames.get(video.project_id)}
            language={languages.get(video.job_id)}
            facts={facts.get(video.job_id)}
            still={thumbnails?.near}
            poster={thumbnails?.poster(video) ?? null}
            isSelected={selection.has(video.job_id)}
            isActive={isActive}
            select={selection.select}
          />
        )}
      />
    </ContextMenu>
  );
}

interface ItemProps {
  video: Video;
  layout: View['layout'];
  projectName: string | undefined;
  language: string | undefined;
  facts: VideoFacts | undefined;
  still: ((jobId: string, seconds: number) => string | null) | undefined;
  poster: string | null;
  isSelected: boolean;
  isActive: boolean;
  select: Selection['select'];
}

/** Memoized, so that scrolling renders only new rows. */
const Item = memo(function Item(props: ItemProps) {
  const { video, layout, projectName, language, facts, poster, still, isSelected, isActive, select } = props;
  const t = useLibraryText();
  const live = useJobs((state) => state.statuses[video.job_id]);
  const failure = useFailure(video);
  // The analysis replaces the initial thumbnail, so its URL changes afterwards.
  const src = poster === null ? null : `${poster}&at=${Date.parse(`${video.updated_at}Z`)}`;
  const { job_id, duration } = video;
  const scrub = still && video.status === 'completed' ? (at: number) => still(job_id, at * duration) : null;
  const shared = {
    video,
    job: failure ?? live,
    poster: src,
    scrub,
    selection: {
      isSelected,
      isActive,
      label: t('select'),
      onSelect: (event: { shiftKey: boolean }) => select(job_id, event.shiftKey),
    },
  };
  return layout === 'row' ? (
    <VideoRow {...shared} projectName={projectName} language={language} facts={facts} />
  ) : (
    <VideoCard {...shared} />
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

/** Languages of the videos' speech by job id, for the list. */
function useLanguages(isNeeded: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...queries.spokenLanguages, enabled: isNeeded });
  return useMemo(
    () => new Map((data ?? []).flatMap(({ language, job_ids }) => job_ids.map((jobId) => [jobId, language] as const))),
    [data],
  );
}
