import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { frameTime, nextForwardRate, nextReverseRate } from './shuttle.ts';

export interface Range {
  /** Seconds. */
  start: number;
  end: number;
}

export interface PlayerState {
  /** Seconds; changes on every frame during playback. */
  time: number;
  duration: number;
  isPlaying: boolean;
  /** Negative for reverse playback. */
  rate: number;
  volume: number;
  isMuted: boolean;
  hasCaptions: boolean;
  hasBoxes: boolean;
  range: Range | null;
  isLooping: boolean;
  /** Whether a region of the paused picture is being selected, to search with. */
  isSelecting: boolean;
  /** Whether the browser can't play the file. */
  isBroken: boolean;
  isWaiting: boolean;
}

export type Player = ReturnType<typeof createPlayer>;

/** Seek interval of reverse playback in milliseconds; browsers can't play in reverse. */
const REVERSE_STEP_MS = 120;
const VOLUME = 'reelscope.volume';

/** Controls playback; the store mirrors the state of the attached media element. */
export function createPlayer(duration: number) {
  const store: StoreApi<PlayerState> = createStore(() => ({
    time: 0,
    duration,
    isPlaying: false,
    rate: 1,
    volume: Number(localStorage.getItem(VOLUME) ?? 1),
    isMuted: false,
    hasCaptions: true,
    hasBoxes: false,
    range: null,
    isLooping: false,
    isSelecting: false,
    isBroken: false,
    isWaiting: false,
  }));
  const { setState: set, getState: get } = store;
  let media: HTMLMediaElement | null = null;
  let reverse: ReturnType<typeof setInterval> | undefined;
  let frame = 0;

  const markInAt = (time: number): void => {
    const { range, duration: end } = get();
    set({ range: { start: time, end: range && range.end > time ? range.end : end } });
  };
  const markOutAt = (time: number): void => {
    const { range } = get();
    if (time > 0) set({ range: { start: range && range.start < time ? range.start : 0, end: time } });
  };
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
  const start = (element: HTMLMediaElement) => {
    // Aborted by a pause, or by a new source, which is started when it is attached.
    void element.play().catch(({ name }: DOMException) => name !== 'AbortError' && set({ isPlaying: false }));
  };
  const play = () => {
    stopReverse();
    if (get().rate < 0) setRate(1);
    const { time, duration: end, range, isLooping } = get();
    if (isLooping && range && (time < range.start || time >= range.end)) seek(range.start);
    else if (time >= end - 0.05) seek(0);
    // At once, not on the element's event, which is lost if its source changes meanwhile.
    set({ isPlaying: true });
    if (media) start(media);
  };
  const follow = () => {
    if (!media || media.paused) return;
    const { range, isLooping } = get();
    if (isLooping && range && media.currentTime >= range.end) media.currentTime = range.start;
    if (!media.seeking) set({ time: media.currentTime });
    frame = requestAnimationFrame(follow);
  };

  return {
    store,
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

    setVolume(volume: number) {
      set({ volume, isMuted: false });
      localStorage.setItem(VOLUME, String(volume));
      if (media) Object.assign(media, { volume, muted: false });
    },
    toggleMuted() {
      const isMuted = !get().isMuted;
      set({ isMuted });
      if (media) media.muted = isMuted;
    },
    toggleCaptions: () => set({ hasCaptions: !get().hasCaptions }),
    toggleBoxes: () => set({ hasBoxes: !get().hasBoxes }),

    /** Pauses to select a region of the picture. */
    startSelecting() {
      // Sound has no regions, and neither has a video that can't be played.
      if (!(media as Partial<HTMLVideoElement> | null)?.videoWidth) return;
      pause();
      set({ isSelecting: true });
    },
    stopSelecting: () => set({ isSelecting: false }),

    setRange: (range: Range | null) => set({ range, ...(range === null && { isLooping: false }) }),
    /** Sets the in point and discards a range that ends before it. */
    markIn: () => markInAt(get().time),
    markOut: () => markOutAt(get().time),
    markInAt,
    markOutAt,
    toggleLoop() {
      set({ isLooping: !get().isLooping });
    },

    /**
     * Attaches a media element, or the new source of the attached one, and goes on playing there. Returns a function
     * that detaches it.
     */
    attach(element: HTMLMediaElement): () => void {
      media = element;
      const listen = new AbortController();
      const on = (name: keyof HTMLMediaElementEventMap, run: () => void) =>
        element.addEventListener(name, run, { signal: listen.signal });
      const { volume, isMuted, time, isPlaying, rate } = get();
      Object.assign(element, { volume, muted: isMuted, ...(rate > 0 && { playbackRate: rate }) });
      if (time > 0) element.currentTime = time;
      if (isPlaying) start(element);
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
      on('pause', () => !reverse && set({ isPlaying: false, isWaiting: false }));
      on('waiting', () => set({ isWaiting: true }));
      on('canplay', () => set({ isWaiting: false }));
      on('timeupdate', () => !element.seeking && !reverse && set({ time: element.currentTime }));
      on('error', () => set({ isBroken: true, isPlaying: false, isWaiting: false }));
      return () => {
        listen.abort();
        stopReverse();
        cancelAnimationFrame(frame);
        if (media === element) media = null;
      };
    },
  };
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
