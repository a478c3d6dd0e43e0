import { createStore, type StoreApi } from 'zustand/vanilla';

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
  /** Whether a region of the paused frame is being selected, to search with. */
  isSelecting: boolean;
  /** Whether the browser can't play the file. */
  isBroken: boolean;
  isWaiting: boolean;
}

const VOLUME = 'reelscope.volume';

/** Creates the state of a player, paused at the start. @param duration seconds */
export function createPlayerState(duration: number): StoreApi<PlayerState> {
  return createStore(() => ({
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
}

/** Remembers the volume for the next player. */
export function storeVolume(volume: number): void {
  localStorage.setItem(VOLUME, String(volume));
}
