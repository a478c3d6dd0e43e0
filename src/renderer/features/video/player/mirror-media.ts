import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState } from './player-state.ts';

/**
 * Mirrors the state of a media element in that of its player until `signal` aborts, and loops the range.
 * @param isReversing whether the player seeks backward, which the element takes for a pause
 */
export function mirrorMedia(
  element: HTMLMediaElement,
  { setState: set, getState: get }: StoreApi<PlayerState>,
  isReversing: () => boolean,
  signal: AbortSignal,
): void {
  let frame = 0;
  const on = (name: keyof HTMLMediaElementEventMap, run: () => void) => element.addEventListener(name, run, { signal });
  const follow = () => {
    if (element.paused) return;
    const { range, isLooping } = get();
    if (isLooping && range && element.currentTime >= range.end) element.currentTime = range.start;
    if (!element.seeking) set({ time: element.currentTime });
    frame = requestAnimationFrame(follow);
  };
  on('loadedmetadata', () => {
    // The page states the length of the file, also where the browser finds less to play in it.
    if (Number.isFinite(element.duration)) set({ duration: Math.max(get().duration, element.duration) });
    set({ isBroken: false });
  });
  on('playing', () => {
    set({ isPlaying: true, isWaiting: false });
    cancelAnimationFrame(frame);
    follow();
  });
  on('play', () => set({ isPlaying: true, isSelecting: false }));
  on('pause', () => !isReversing() && set({ isPlaying: false, isWaiting: false }));
  on('waiting', () => set({ isWaiting: true }));
  on('canplay', () => set({ isWaiting: false }));
  on('timeupdate', () => !element.seeking && !isReversing() && set({ time: element.currentTime }));
  on('error', () => set({ isBroken: true, isPlaying: false, isWaiting: false }));
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
}
