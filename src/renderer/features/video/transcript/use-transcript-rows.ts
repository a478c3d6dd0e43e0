import {
  defaultRangeExtractor,
  type Range as IndexRange,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Paragraph, Transcript } from './transcript-model.ts';
import { wordElement } from './use-spoken-word.ts';

/** Sizes in CSS pixels by which the height of a paragraph is estimated. */
const SIZE = { line: 24, padding: 14.5, character: 7.3, sides: 92 };
/**
 * Time in which a word is scrolled into view, and after which a list that isn't there is scrolled again, in
 * milliseconds.
 */
const [SHOW_MS, SCROLL_AGAIN_MS] = [10_000, 1000];
/** Part of the view in which the spoken word stays, and its place after scrolling. */
const FOLLOW = { top: 0.08, bottom: 0.72, place: 0.3 };

export interface TranscriptRows {
  rows: Virtualizer<HTMLDivElement, Element>;
  /** Scrolls until a word is well in view; the last call wins. */
  showWord(word: number): void;
  /** Ends that: the user scrolls elsewhere. */
  stopScrolling(): void;
}

/** The paragraphs in view, and scrolling to words. @param editedIndex paragraph that stays rendered; -1 for none */
export function useTranscriptRows(
  { paragraphs, paragraphOf }: Transcript,
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
  editedIndex: RefObject<number>,
): TranscriptRows {
  const [width, setWidth] = useState(400);
  const rows = useVirtualizer({
    count: paragraphs.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => estimatedHeight(paragraphs[i]!, width),
    getItemKey: useCallback((i: number) => paragraphs[i]!.key, [paragraphs]),
    overscan: 3,
    rangeExtractor: useCallback(
      (range: IndexRange) => withHeldRows(range, list.current, editedIndex.current),
      [list, editedIndex],
    ),
    // Batches row updates with other state changes instead of flushing in the scroll event.
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, [scroller]);
  /** Number of words that were to be shown, and of times that the user scrolled elsewhere. */
  const shows = useRef(0);
  const showWord = useCallback(
    (word: number) => {
      const view = scroller.current;
      if (!view || word < 0) return;
      const turn = ++shows.current;
      if (moveIntoView(view, list.current, word)) return;
      const scroll = () => rows.scrollToIndex(paragraphOf[word]!, { align: 'start' });
      let scrolledAt = performance.now();
      const begun = scrolledAt;
      const settle = () => {
        const now = performance.now();
        if (turn !== shows.current || moveIntoView(view, list.current, word) || now - begun > SHOW_MS) return;
        // Where heights turn out to be others than estimated, a busy machine may be elsewhere when the list has done
        // its part.
        if (now - scrolledAt > SCROLL_AGAIN_MS) {
          scroll();
          scrolledAt = now;
        }
        requestAnimationFrame(settle);
      };
      scroll();
      // The row is rendered and measured within two frames, as a rule.
      requestAnimationFrame(() => requestAnimationFrame(settle));
    },
    [rows, paragraphOf, scroller, list],
  );
  return { rows, showWord, stopScrolling: useCallback(() => void shows.current++, []) };
}

/**
 * Height of a paragraph in CSS pixels until it is measured. No estimate is a whole number, as measured heights are: the
 * virtualizer keeps none that equals its estimate, and the estimate changes with the width.
 */
export function estimatedHeight({ text, speaker }: Pick<Paragraph, 'text' | 'speaker'>, width: number): number {
  const perLine = Math.max(12, (width - SIZE.sides) / SIZE.character);
  return SIZE.padding + SIZE.line * (Math.ceil(text.length / perLine) + (speaker === undefined ? 0 : 1));
}

/** Scrolls to a word that is rendered, unless it is well in view. Returns whether it is rendered. */
function moveIntoView(view: HTMLElement, list: HTMLElement | null, word: number): boolean {
  const rect = wordElement(list, word)?.getBoundingClientRect();
  if (!rect) return false;
  const bounds = view.getBoundingClientRect();
  const at = (rect.top - bounds.top) / Math.max(1, bounds.height);
  if (at < FOLLOW.top || at > FOLLOW.bottom) view.scrollTop += rect.top - bounds.top - FOLLOW.place * bounds.height;
  return true;
}

/** Keeps the rows of the editor and of the start of the selection, which would lose its words. */
function withHeldRows(range: IndexRange, list: HTMLElement | null, edited: number): number[] {
  const indexes = new Set(defaultRangeExtractor(range));
  const anchor = getSelection()?.isCollapsed === false ? getSelection()!.anchorNode : null;
  if (anchor && list?.contains(anchor)) {
    const row = anchor.parentElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (row !== undefined && Number(row) < range.count) indexes.add(Number(row));
  }
  if (edited >= 0 && edited < range.count) indexes.add(edited);
  return [...indexes].sort((a, b) => a - b);
}
