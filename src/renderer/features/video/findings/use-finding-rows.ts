import { elementScroll, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { followOffset } from './follow-offset.ts';
import type { Row } from './repeats.ts';
import { linesFor, rowHeight } from './row-size.ts';
import type { PlayingRows } from './use-playing-rows.ts';

/** Least height above the list, in CSS pixels: the header of the page, the tabs, and the filters. */
const ABOVE = 160;

/**
 * Rows of the findings list that are in view, which follow the playback, or show the opened finding.
 * @param openedIndex index of the row that was opened from a link; -1 for none
 * @param editing id of the finding that is being edited
 */
export function useFindingRows(
  scroller: RefObject<HTMLDivElement | null>,
  list: readonly Row[],
  leadOf: (segment: Segment) => string,
  { playing, begun }: PlayingRows,
  openedIndex: number,
  editing: string | null,
) {
  const [isFollowing, setFollowing] = useState(true);
  const [width, setWidth] = useState(376);
  const hasStill = (segment: Segment) => segment.data?.still_time !== undefined;
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

  const follow = useRef(() => {});
  follow.current = () => {
    if (openedIndex >= 0) rows.scrollToIndex(openedIndex, { align: 'center' });
    if (openedIndex >= 0 || !isFollowing || begun < 0) return;
    const offset = (i: number, align: 'start' | 'center' | 'end') => rows.getOffsetForIndex(i, align)?.[0] ?? 0;
    rows.scrollToOffset(followOffset(begun, playing, offset));
  };
  // Where a row is in view depends on the height of the list.
  const isSized = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reasons to scroll
  useEffect(() => {
    if (isSized.current) follow.current();
  }, [isFollowing, openedIndex, begun, playing, rows]);
  const isEmpty = list.length === 0;
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
  return { rows, linesOf, isFollowing, setFollowing };
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
