import { type RefObject, useLayoutEffect } from 'react';
import { type Player, usePlayer } from '../player/player-store.ts';
import { countUpTo } from '../player/time-index.ts';
import type { Transcript } from './transcript-model.ts';

/** Seconds that a word stays marked after its end, until the next one begins. */
const LINGER = 0.6;

/** Index of the word at a time; -1 in a pause. */
export function spokenWordAt({ starts, ends }: Transcript, time: number): number {
  const last = countUpTo(starts, time) - 1;
  return last >= 0 && time < ends[last]! + LINGER ? last : -1;
}

/** Element of a word, if it is rendered. */
export function wordElement(list: HTMLElement | null, word: number): HTMLElement | null {
  return list?.querySelector(`[data-word="${word}"]`) ?? null;
}

/**
 * Marks the word at the playhead. Changes the element directly: rendering on every frame would take longer than a
 * frame. Runs on every render, since scrolling renders other words. @param onWord called with each new word
 */
export function useSpokenWord(
  list: RefObject<HTMLElement | null>,
  transcript: Transcript,
  onWord: (word: number) => void,
): void {
  const player: Player = usePlayer();
  useLayoutEffect(() => {
    let marked: HTMLElement | null = null;
    let word = -2;
    const mark = () => {
      const next = spokenWordAt(transcript, player.store.getState().time);
      if (next === word) return;
      const isFirst = word === -2;
      word = next;
      marked?.removeAttribute('aria-current');
      marked = wordElement(list.current, word);
      marked?.setAttribute('aria-current', 'time');
      if (!isFirst && word >= 0) onWord(word);
    };
    mark();
    const stop = player.store.subscribe(mark);
    return () => {
      stop();
      marked?.removeAttribute('aria-current');
    };
  });
}
