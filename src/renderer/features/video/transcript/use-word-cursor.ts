import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { usePlayer } from '../player/player-store.ts';
import styles from './transcript.module.css';
import { nearestWord, type Transcript } from './transcript-model.ts';
import { wordElement } from './use-spoken-word.ts';

export interface WordCursor {
  /** Index of the word that the keyboard is at; -1 before its first use. */
  word: number;
  setWord(word: number): void;
  /** Moves to a word, and shows it. */
  goTo(word: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** A cursor that the keyboard moves through the words of a transcript; with Shift it selects them. */
export function useWordCursor(
  { starts, lines, lineOf }: Transcript,
  list: RefObject<HTMLElement | null>,
  actions: {
    showWord(word: number): void;
    /** The cursor has left the spoken word. */
    onMove(): void;
    onSeek(word: number): void;
    onEdit(word: number): void;
    /** A key scrolls the list. */
    onScroll(): void;
  },
): WordCursor {
  const player = usePlayer();
  const [word, setWord] = useState(-1);
  const selectionAnchor = useRef(-1);
  useLayoutEffect(() => {
    const element = wordElement(list.current, word);
    element?.classList.add(styles.cursor!);
    return () => element?.classList.remove(styles.cursor!);
  });
  const goTo = (next: number) => {
    if (next < 0 || next >= starts.length) return;
    setWord(next);
    actions.showWord(next);
  };
  const move = (from: number, to: number, isSelecting: boolean) => {
    actions.onMove();
    goTo(to);
    if (isSelecting) {
      if (selectionAnchor.current < 0) selectionAnchor.current = from;
      selectWords(list.current, selectionAnchor.current, to);
    } else {
      selectionAnchor.current = -1;
      getSelection()?.removeAllRanges();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const from = word >= 0 ? word : Math.max(0, nearestWord(starts, player.store.getState().time));
    const line = lines[lineOf[from]!];
    const isLine = event.ctrlKey || event.altKey;
    const byLine = (direction: 1 | -1) => lines[lineOf[from]! + direction]?.firstWord ?? from;
    const next = {
      ArrowRight: isLine ? byLine(1) : from + (word >= 0 ? 1 : 0),
      ArrowLeft: isLine ? byLine(-1) : from - 1,
      ArrowDown: byLine(1),
      ArrowUp: byLine(-1),
      Home: line?.firstWord,
      End: line && line.firstWord + line.words.length - 1,
    }[event.key];
    if (next !== undefined) move(from, Math.min(starts.length - 1, Math.max(0, next)), event.shiftKey);
    else if (event.key === 'Enter') actions.onSeek(from);
    else if (event.key === 'F2') actions.onEdit(from);
    else {
      if (/^(Page(Up|Down))$/.test(event.key)) actions.onScroll();
      return;
    }
    event.preventDefault();
  };
  return { word, setWord, goTo, onKeyDown };
}

/** Selects the text from one word to another, in either direction. */
function selectWords(list: HTMLElement | null, anchor: number, focus: number): void {
  const from = wordElement(list, anchor);
  const to = wordElement(list, focus);
  if (!from || !to) return;
  const isForward = anchor <= focus;
  getSelection()?.setBaseAndExtent(
    from,
    isForward ? 0 : from.childNodes.length,
    to,
    isForward ? to.childNodes.length : 0,
  );
}
