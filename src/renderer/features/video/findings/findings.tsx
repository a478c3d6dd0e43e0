import { elementScroll, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine, Layers, SearchX } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { useOtherRecordings } from '../../../api/other-recordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { cachedByList } from '../../../ui/lib/cached-by-list.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import type { Range } from '../player/player-state.ts';
import { usePlayer, usePlayerState } from '../player/player-store.ts';
import { indexTimes, lastStarted, playingAt } from '../player/time-index.ts';
import { useVideoText } from '../text.ts';
import { type Filter, isFiltering, NO_FILTER } from './filter.ts';
import { Filters } from './filters.tsx';
import { findingMenu } from './finding-menu.ts';
import { FindingRow } from './finding-row.tsx';
import styles from './findings.module.css';
import { followOffset } from './follow-offset.ts';
import { groupRepeats, type Row } from './repeats.ts';
import { linesFor, rowHeight } from './row-size.ts';
import { shotContents } from './shot-contents.ts';

export interface FindingsProps {
  jobId: string;
  segments: readonly Segment[];
  /** Findings to list. */
  shown: readonly Segment[];
  /** Seconds of the video. */
  duration: number;
  /** Number of findings without a filter. */
  total: number;
  filter: Filter;
  setFilter(filter: Filter): void;
  stillUrl: ((seconds: number) => string) | null;
  /** Id of the finding to show first, such as an opened search hit. */
  target: string | null;
  onAsk(range: Range): void;
  onMark(segment: Segment): void;
  /** Opens the form for a new finding. */
  onAdd(): void;
  /** Form for a new finding, if it is open. */
  form: React.ReactNode;
  /** Empty state. */
  empty: React.ReactNode;
}

const NO_SPANS: readonly Segment[] = [];
/** Height of what is above the list at least, in CSS pixels: the header of the page, the tabs, and the filters. */
const ABOVE = 160;
const grouped = cachedByList((segments: readonly Segment[]) => groupRepeats(segments, new Set()));

/** Findings list, synchronized with the player. */
export function Findings(props: FindingsProps) {
  const { jobId, segments, shown, total, filter, setFilter, stillUrl, target, onAsk, onMark, form, empty } = props;
  const t = useVideoText();
  const player = usePlayer();
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(target);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const list = useMemo(() => (expanded.size === 0 ? grouped(shown) : groupRepeats(shown, expanded)), [shown, expanded]);
  const index = useMemo(() => indexTimes(list.map(({ segment }) => segment)), [list]);
  const playing = usePlayerState((state) => playingAt(index, state.time).join());
  const begun = usePlayerState((state) => lastStarted(index, state.time));
  const active = useMemo(() => new Set(playing === '' ? [] : playing.split(',').map(Number)), [playing]);
  const [isFollowing, setFollowing] = useState(true);
  const [editing, setEditing] = useState<string | null>(null);
  const [width, setWidth] = useState(376);
  const hasStill = (segment: Segment) => segment.data?.still_time !== undefined;
  const contents = useMemo(() => shotContents(segments), [segments]);
  const leadOf = (segment: Segment) => contents.get(segment.id) ?? '';
  const linesOf = (segment: Segment) => linesFor(`${leadOf(segment)}${segment.content}`, width, hasStill(segment));
  // Stable identity: a new function would make the virtual list measure all rows again.
  const keyOf = useCallback((i: number) => list[i]!.segment.id, [list]);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => rowHeight(linesOf(list[i]!.segment), hasStill(list[i]!.segment)),
    getItemKey: keyOf,
    overscan: 4,
    // The first rows are rendered with the page, in slices; once the list has a size, React would render them all at
    // once.
    initialRect: { width: 0, height: innerHeight - ABOVE },
    observeElementRect: observeSize,
    scrollToFn: scrollRows,
    // Batches row updates with other state changes instead of flushing in the scroll event.
    useFlushSync: false,
  });

  // Keeps a row in place when its editor opens; the list would otherwise scroll it out of view.
  rows.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  const isPlaying = usePlayerState((state) => state.isPlaying);
  const openedIndex = useMemo(
    () => (opened === null ? -1 : list.findIndex(({ members }) => members.some(({ id }) => id === opened))),
    [list, opened],
  );
  // A new search hit on the same page; playback returns to the current finding.
  useEffect(() => setOpened(target), [target]);
  useEffect(() => {
    if (isPlaying) setOpened(null);
  }, [isPlaying]);
  const follow = useRef(() => {});
  follow.current = () => {
    if (openedIndex >= 0) rows.scrollToIndex(openedIndex, { align: 'center' });
    if (openedIndex >= 0 || !isFollowing || begun < 0) return;
    const offset = (i: number, align: 'start' | 'center' | 'end') => rows.getOffsetForIndex(i, align)?.[0] ?? 0;
    const playingRows = playing === '' ? [] : playing.split(',').map(Number);
    rows.scrollToOffset(followOffset(begun, playingRows, offset));
  };
  // Where a row is in view depends on the height of the list.
  const isSized = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reasons to scroll
  useEffect(() => {
    if (isSized.current) follow.current();
  }, [isFollowing, openedIndex, begun, playing, rows]);
  const isEmpty = shown.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is not there while it is empty
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.round(entry!.contentRect.width));
      if (!isSized.current) {
        isSized.current = true;
        follow.current();
      }
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [isEmpty]);
  const measured = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes that were reckoned for others are void
  useLayoutEffect(() => {
    if (measured.current) rows.measure();
    measured.current = true;
  }, [width, list, editing]);
  const stopFollowing = () => setFollowing(false);
  const go = (position: number) => {
    const row = list[position];
    if (!row) return;
    setOpened(null);
    player.seek(row.segment.start_time);
    setFollowing(true);
  };
  const edit = (id: string | null) => {
    setEditing(id);
    if (id !== null) stopFollowing();
  };
  const otherRecordings = useOtherRecordings();
  const toggleGroup = ({ members }: Row) => {
    const { id } = members[0]!;
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  };
  useShortcuts({
    arrowdown: () => go(begun + 1),
    arrowup: () => go(indexBefore(index.starts, player.store.getState().time)),
  });
  const menuAt = (element: Element) => {
    const position = Number(element.closest('li')?.dataset['index'] ?? -1);
    const row = list[position];
    if (!row || editing === row.segment.id) return [];
    const { segment, isGroup } = row;
    const entries = findingMenu(
      segment,
      {
        jobId,
        otherRecordings: (time) => otherRecordings(jobId, time),
        onSeek: () => go(position),
        onAsk,
        onMark: () => onMark(segment),
        onEdit: isGroup ? undefined : () => edit(segment.id),
      },
      t,
    );
    if (row.members.length === 1) return entries;
    const label = isGroup ? t('group.open', { count: row.members.length }) : t('group.close');
    return [...entries, { separator: true } as const, { label, icon: Layers, onSelect: () => toggleGroup(row) }];
  };

  if (segments.length === 0)
    return (
      <div className={styles.findings}>
        {form}
        {empty}
      </div>
    );
  return (
    <div className={styles.findings}>
      <Filters
        segments={segments}
        shown={shown.length}
        total={total}
        filter={filter}
        setFilter={setFilter}
        onAdd={props.onAdd}
      />
      {form}
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('filter.none')}
          text={t('filter.noneText')}
          action={isFiltering(filter) && <Button onClick={() => setFilter(NO_FILTER)}>{t('filter.reset')}</Button>}
        />
      ) : (
        <div
          ref={scroller}
          className={styles.scroller}
          onWheel={stopFollowing}
          onTouchMove={stopFollowing}
          onPointerDown={(event) => event.target === event.currentTarget && stopFollowing()}
        >
          <ContextMenu label={t('menu.label')} entriesAt={menuAt}>
            <ul className={styles.list} aria-label={t('findings.list')} style={{ height: rows.getTotalSize() }}>
              {rows.getVirtualItems().map((row) => {
                const { segment, members, isGroup } = list[row.index]!;
                return (
                  <li
                    key={row.key}
                    ref={editing === segment.id ? rows.measureElement : null}
                    data-index={row.index}
                    className={styles.item}
                    aria-setsize={list.length}
                    aria-posinset={row.index + 1}
                    style={{ transform: `translateY(${row.start}px)` }}
                  >
                    <FindingRow
                      jobId={jobId}
                      segment={segment}
                      lead={leadOf(segment)}
                      spans={isGroup ? members : NO_SPANS}
                      duration={props.duration}
                      count={members.length}
                      isGroup={isGroup}
                      isPlaying={active.has(row.index)}
                      isOpened={row.index === openedIndex}
                      lines={linesOf(segment)}
                      query={filter.text}
                      stillUrl={stillUrl}
                      isEditing={editing === segment.id}
                      setEditing={(on) => edit(on ? segment.id : null)}
                      onToggleGroup={() => toggleGroup(list[row.index]!)}
                      onSeek={() => go(row.index)}
                      onMark={() => onMark(segment)}
                    />
                  </li>
                );
              })}
            </ul>
          </ContextMenu>
        </div>
      )}
      {!isFollowing && shown.length > 0 && (
        <div className={styles.now}>
          <Button size="small" icon={ArrowDownToLine} onClick={() => setFollowing(true)}>
            {t('now')}
          </Button>
        </div>
      )}
    </div>
  );
}

type Rows = Virtualizer<HTMLDivElement, Element>;

/** Reports a list's size once it is laid out; by default, the page is laid out for it as soon as it is rendered. */
function observeSize(
  { scrollElement }: Rows,
  onSize: (size: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined;
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    onSize({ width: Math.round(width), height: Math.round(height) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}

/** Scrolls a list. At its start, it stays there without laying out the page to find out. */
function scrollRows(offset: number, options: Parameters<typeof elementScroll>[1], rows: Rows): void {
  if (offset + (options.adjustments ?? 0) === 0 && rows.scrollOffset === 0 && !rows.isScrolling) return;
  elementScroll(offset, options, rows);
}

/** Start of the finding before a time, with tolerance for reaction time. */
function indexBefore(starts: Float64Array, time: number): number {
  let position = starts.length - 1;
  while (position > 0 && starts[position]! > time - 0.3) position--;
  return position;
}
