import { type RefObject, useEffect, useState } from 'react';

/** Selected words, `last` inclusive. */
export interface WordRange {
  first: number;
  last: number;
}

interface PlacedRange extends WordRange {
  /** Place of the toolbar in CSS pixels in the container. */
  top: number;
  left: number;
}

/** Space for the toolbar above the selection in CSS pixels. */
const HEIGHT = 44;
const HALF_WIDTH = 170;

/**
 * Returns the selected words of the transcript, and where their toolbar belongs; null without any, and while they are
 * being selected.
 */
export function useSelectedWords(
  list: RefObject<HTMLElement | null>,
  container: RefObject<HTMLElement | null>,
  toolbar: RefObject<HTMLElement | null>,
): PlacedRange | null {
  const [words, setWords] = useState<PlacedRange | null>(null);
  useEffect(() => {
    let isDragging = false;
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        setWords(isDragging || !list.current || !container.current ? null : place(list.current, container.current));
      });
    };
    const leave = new AbortController();
    const on = (target: EventTarget, name: string, run: (event: Event) => void, capture = false) =>
      target.addEventListener(name, run, { signal: leave.signal, capture });
    on(document, 'selectionchange', update);
    on(document, 'pointerdown', ({ target }) => {
      isDragging = target instanceof Node && !!list.current?.contains(target);
    });
    for (const name of ['pointerup', 'pointercancel']) {
      on(document, name, () => {
        isDragging = false;
        update();
      });
    }
    // The next stop of the keyboard, before the buttons of all paragraphs.
    on(document, 'keydown', (event) => {
      const { key, shiftKey, target } = event as KeyboardEvent;
      const first = toolbar.current?.querySelector('button');
      if (key !== 'Tab' || shiftKey || !first || target !== list.current?.closest('[role="region"]')) return;
      event.preventDefault();
      first.focus();
    });
    // The list scrolls within the container.
    on(document, 'scroll', update, true);
    return () => {
      leave.abort();
      cancelAnimationFrame(frame);
    };
  }, [list, container, toolbar]);
  return words;
}

function place(list: HTMLElement, container: HTMLElement): PlacedRange | null {
  const range = selectedWords(list);
  if (!range) return null;
  const rects = [...getSelection()!.getRangeAt(0).getClientRects()].filter(({ width }) => width > 0);
  const bounds = container.getBoundingClientRect();
  const view = list.parentElement!.getBoundingClientRect();
  const seen = rects.filter((rect) => rect.bottom > view.top && rect.top < view.bottom);
  if (seen.length === 0) return null;
  const [first] = seen;
  const isAbove = first!.top - HEIGHT >= view.top;
  const top = isAbove ? first!.top - HEIGHT : Math.min(seen.at(-1)!.bottom + 8, view.bottom - HEIGHT);
  const middle = first!.left + Math.min(first!.width, 2 * HALF_WIDTH) / 2 - bounds.left;
  const half = Math.min(HALF_WIDTH, bounds.width / 2);
  const left = Math.min(Math.max(half + 4, middle), Math.max(half, bounds.width - half - 4));
  return { ...range, top: top - bounds.top, left };
}

/** Words of the document's selection in the list. */
export function selectedWords(list: HTMLElement): WordRange | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!list.contains(range.startContainer) || !list.contains(range.endContainer)) return null;
  const isEditing = range.commonAncestorContainer.parentElement?.closest('[role="textbox"]');
  if (isEditing) return null;
  const words = [...list.querySelectorAll<HTMLElement>('[data-word]')].filter((word) => {
    if (!range.intersectsNode(word)) return false;
    // A range that ends where a word begins only touches it.
    const own = document.createRange();
    own.selectNodeContents(word);
    const isAfter = range.compareBoundaryPoints(Range.START_TO_END, own) <= 0;
    const isBefore = range.compareBoundaryPoints(Range.END_TO_START, own) >= 0;
    return !isAfter && !isBefore;
  });
  if (words.length === 0) return null;
  return { first: Number(words[0]!.dataset['word']), last: Number(words.at(-1)!.dataset['word']) };
}
