import { useQuery } from '@tanstack/react-query';
import { Bookmark, SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Tag } from '../../../../contract/library/tags.ts';
import type { Moment } from '../../../../contract/search/moments.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { useRowFocus } from '../../../ui/layout/use-row-focus.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { TagDot } from '../../../ui/media/tag-label.tsx';
import { usePlayerState } from '../player/player-store.ts';
import { Comments } from './comments.tsx';
import { MomentRow } from './moment-row.tsx';
import styles from './moments.module.css';

/** An instant counts as current for so many seconds. */
const INSTANT_SECONDS = 2;

export interface MomentsProps {
  jobId: string;
  /** Whether the file has sound only. */
  isAudio: boolean;
  /** Moment whose editor is open. */
  editing: string | null;
  setEditing(id: string | null): void;
  /** Moment to show, such as one that was clicked on the timeline. */
  target: string | null;
  onMark(): void;
}

/** Marked moments of a video. */
export function Moments({ jobId, isAudio, editing, setEditing, target, onMark }: MomentsProps) {
  const t = useMomentText();
  const { data: moments, error, refetch } = useQuery(queries.moments(jobId));
  const [tagId, setTagId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list);
  const tags = useMemo(() => tagsOf(moments ?? []), [moments]);
  const chosen = tags.some(({ id }) => id === tagId) ? tagId : null;
  const shown = useMemo(
    () => (moments ?? []).filter((moment) => !chosen || moment.tags.some(({ id }) => id === chosen)),
    [moments, chosen],
  );
  const playing = usePlayerState((state) =>
    shown
      .filter(
        ({ start_time, end_time }) =>
          state.time >= start_time && state.time < (end_time ?? start_time + INSTANT_SECONDS),
      )
      .map(({ id }) => id)
      .join(),
  );
  const current = new Set(playing.split(','));
  const isListed = moments !== undefined;
  const wanted = editing ?? target;
  useEffect(() => {
    if (!isListed || wanted === null) return;
    // A filter must not hide a moment that was just marked or opened.
    setTagId(null);
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector(`[data-moment="${wanted}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [wanted, isListed]);

  const mark = (
    <Button look={moments?.length === 0 ? 'primary' : 'plain'} icon={Bookmark} onClick={onMark}>
      {t('mark')}
    </Button>
  );
  if (!moments) return error ? <ErrorState error={error} onRetry={refetch} /> : <MomentsSkeleton />;
  if (moments.length === 0)
    return (
      <div className={styles.moments}>
        <Comments jobId={jobId} />
        <EmptyState icon={Bookmark} title={t('empty.title')} text={t('empty.text')} action={mark} />
      </div>
    );
  return (
    <div className={styles.moments}>
      <Comments jobId={jobId} />
      <div className={styles.bar}>
        <div className={styles.tags}>
          {tags.map((tag) => (
            <Chip
              key={tag.id}
              pressed={chosen === tag.id}
              count={tag.count}
              onClick={() => setTagId(chosen === tag.id ? null : tag.id)}
            >
              <TagDot color={tag.color} />
              <bdi className={styles.tagName}>{tag.name}</bdi>
            </Chip>
          ))}
        </div>
        {mark}
      </div>
      {shown.length === 0 && <EmptyState icon={SearchX} title={t('none.title')} />}
      <ul ref={list} className={styles.list} aria-label={t('list')}>
        {shown.map((moment) => (
          <li key={moment.id} data-moment={moment.id}>
            <MomentRow
              moment={moment}
              isAudio={isAudio}
              isPlaying={current.has(moment.id)}
              isOpened={target === moment.id}
              isEditing={editing === moment.id}
              setEditing={(on) => setEditing(on ? moment.id : null)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function tagsOf(moments: readonly Moment[]): (Tag & { count: number })[] {
  const byId = new Map<string, Tag & { count: number }>();
  for (const tag of moments.flatMap((moment) => moment.tags))
    byId.set(tag.id, { ...tag, count: (byId.get(tag.id)?.count ?? 0) + 1 });
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function MomentsSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <Skeleton className={styles.skeletonRow} />
      <Skeleton className={styles.skeletonRow} />
      <Skeleton className={styles.skeletonRow} />
    </div>
  );
}
