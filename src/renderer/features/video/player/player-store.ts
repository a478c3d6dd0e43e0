import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { mirrorMedia } from './mirror-media.ts';
import { playbackOptions } from './playback-options.ts';
import { createPlayerState, type PlayerState } from './player-state.ts';
import { rangeMarks } from './range-marks.ts';
import { frameTime, nextForwardRate, nextReverseRate } from './shuttle.ts';

export type Player = ReturnType<typeof createPlayer>;

/** Seek interval of reverse playback in milliseconds; browsers can't play in reverse. */
const REVERSE_STEP_MS = 120;

/** Controls playback; the store mirrors the state of the attached media element. */
export function createPlayer(duration: number) {
  const store = createPlayerState(duration);
  const { setState: set, getState: get } = store;
  let media: HTMLMediaElement | null = null;
  let reverse: ReturnType<typeof setInterval> | undefined;

  const seek = (seconds: number): void => {
    const time = Math.min(Math.max(0, seconds), Math.max(0, get().duration - 0.001));
    set({ time });
    if (media) media.currentTime = time;
  };
  const stopReverse = () => {
    clearInterval(reverse);
    reverse = undefined;
  };
  const setRate = (rate: number) => {
    set({ rate });
    if (media && rate > 0) media.playbackRate = rate;
  };
  const pause = () => {
    stopReverse();
    media?.pause();
    set({ isPlaying: false, ...(get().rate < 0 && { rate: 1 }) });
  };
  const play = () => {
    stopReverse();
    if (get().rate < 0) setRate(1);
    const { time, duration: end, range, isLooping } = get();
    if (isLooping && range && (time < range.start || time >= range.end)) seek(range.start);
    else if (time >= end - 0.05) seek(0);
    // At once, not on the element's event, which is lost if its source changes meanwhile.
    set({ isPlaying: true });
    if (media) start(media, store);
  };

  return {
    store,
    ...rangeMarks(store),
    ...playbackOptions(store, () => media),
    seek,
    play,
    pause,
    toggle: () => (get().isPlaying ? pause() : play()),
    skip: (seconds: number) => seek(get().time + seconds),
    setRate,

    /** J K L shuttle: L doubles the forward rate, J the reverse rate. */
    shuttleForward() {
      const { isPlaying, rate } = get();
      stopReverse();
      setRate(isPlaying && rate > 0 ? nextForwardRate(rate) : 1);
      play();
    },
    shuttleBack() {
      const rate = nextReverseRate(get().rate);
      media?.pause();
      stopReverse();
      set({ rate, isPlaying: true });
      reverse = setInterval(() => {
        const { time } = get();
        if (time <= 0) return pause();
        seek(time + (rate * REVERSE_STEP_MS) / 1000);
      }, REVERSE_STEP_MS);
    },

    /** Steps to the previous or next frame. @param frameRate frames per second; 0 if unknown */
    stepFrame(direction: 1 | -1, frameRate: number) {
      pause();
      seek(frameTime(get().time, direction, frameRate));
    },

    /** Pauses to select a region of the frame. */
    startSelecting() {
      // Sound has no regions, and neither has a video that can't be played.
      if (!(media as Partial<HTMLVideoElement> | null)?.videoWidth) return;
      pause();
      set({ isSelecting: true });
    },
    stopSelecting: () => set({ isSelecting: false }),

    /**
     * Attaches a media element, or the new source of the attached one, and goes on playing there. Returns a function
     * that detaches it.
     */
    attach(element: HTMLMediaElement): () => void {
      media = element;
      const listen = new AbortController();
      const { volume, isMuted, time, isPlaying, rate } = get();
      Object.assign(element, { volume, muted: isMuted, ...(rate > 0 && { playbackRate: rate }) });
      if (time > 0) element.currentTime = time;
      if (isPlaying) start(element, store);
      mirrorMedia(element, store, () => reverse !== undefined, listen.signal);
      return () => {
        listen.abort();
        stopReverse();
        if (media === element) media = null;
      };
    },
  };
}

function start(element: HTMLMediaElement, { setState }: StoreApi<PlayerState>): void {
  // Aborted by a pause, or by a new source, which is started when it is attached.
  void element.play().catch(({ name }: DOMException) => name !== 'AbortError' && setState({ isPlaying: false }));
}

export const PlayerContext = createContext<Player | null>(null);

/** Player of the page. */
export function usePlayer(): Player {
  return useContext(PlayerContext)!;
}

/** Selects part of the player state. */
export function usePlayerState<Part>(select: (state: PlayerState) => Part): Part {
  return useStore(usePlayer().store, select);
}
