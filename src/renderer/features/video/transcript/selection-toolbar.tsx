import {
  Bookmark,
  Copy,
  GalleryVerticalEnd,
  ListEnd,
  MessageCircleQuestion,
  MoveHorizontal,
  PencilLine,
  Scissors,
  UserRound,
} from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';

/** Selected words, `last` inclusive. */
export interface WordRange {
  first: number;
  last: number;
}

interface Placed extends WordRange {
  /** CSS pixels in the container. */
  top: number;
  left: number;
}

/** Space for the toolbar above the selection in CSS pixels. */
const HEIGHT = 44;
const HALF_WIDTH = 170;

/** Actions for the selected words. */
export function SelectionToolbar({
  list,
  container,
  onClip,
  onMark,
  onStory,
  onCopy,
  onAsk,
  onEdit,
  onSpeaker,
  trimmed,
  onTrim,
  splitAt,
}: {
  list: RefObject<HTMLElement | null>;
  container: RefObject<HTMLElement | null>;
  onClip(range: WordRange): void;
  /** Actions that change something return whether that succeeded: then the selection ends. */
  onMark(range: WordRange): Promise<boolean>;
  onStory(range: WordRange): void;
  onCopy(range: WordRange): void;
  onAsk(range: WordRange): void;
  onEdit(range: WordRange): void;
  onSpeaker(range: WordRange): Promise<boolean>;
  /** The moment that can take the times of the selection. */
  trimmed(range: WordRange): Moment | undefined;
  onTrim(moment: Moment, range: WordRange): Promise<boolean>;
  /** Splits the line before the selection; undefined where a line begins. */
  splitAt(range: WordRange): (() => Promise<boolean>) | undefined;
}) {
  const t = useTranscriptText();
  const [placed, setPlaced] = useState<Placed | null>(null);
  const isRunning = useRef(false);
  const toolbar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isDragging = false;
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        setPlaced(isDragging || !list.current || !container.current ? null : place(list.current, container.current));
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
  }, [list, container]);
  if (!placed) return null;
  const moment = trimmed(placed);
  const split = splitAt(placed);
  /** Runs one change at a time, and ends the selection once it succeeded, unless another has taken its place. */
  const run = async (change: () => Promise<boolean>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const isDone = await change().finally(() => {
      isRunning.current = false;
    });
    const now = list.current && selectedWords(list.current);
    if (isDone && now?.first === placed.first && now.last === placed.last) endSelection();
  };
  const deselecting = (act: (range: WordRange) => void) => () => {
    endSelection();
    act(placed);
  };
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('selection')}
      className={styles.selection}
      style={{ top: placed.top, left: placed.left }}
      // Keeps the selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Button size="small" look="quiet" icon={Bookmark} onClick={() => void run(() => onMark(placed))}>
        {t('selection.mark')}
      </Button>
      {moment && (
        <IconButton
          size="small"
          icon={MoveHorizontal}
          label={t('selection.trim', { title: moment.title })}
          onClick={() => void run(() => onTrim(moment, placed))}
        />
      )}
      <IconButton size="small" icon={GalleryVerticalEnd} label={t('selection.story')} onClick={() => onStory(placed)} />
      <IconButton size="small" icon={Scissors} label={t('selection.clip')} onClick={() => onClip(placed)} />
      <IconButton size="small" icon={MessageCircleQuestion} label={t('selection.ask')} onClick={deselecting(onAsk)} />
      <IconButton size="small" icon={Copy} label={t('selection.copy')} onClick={() => onCopy(placed)} />
      <IconButton size="small" icon={PencilLine} label={t('edit.line')} onClick={deselecting(onEdit)} />
      <IconButton
        size="small"
        icon={ListEnd}
        label={t('selection.split')}
        disabled={!split}
        onClick={() => split && void run(split)}
      />
      <IconButton
        size="small"
        icon={UserRound}
        label={t('selection.speaker')}
        onClick={() => void run(() => onSpeaker(placed))}
      />
    </div>
  );
}

function endSelection(): void {
  getSelection()?.removeAllRanges();
}

function place(list: HTMLElement, container: HTMLElement): Placed | null {
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
