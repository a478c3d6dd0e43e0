import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lengthOf, type Part, partAt } from './program.ts';

export interface StoryPlayerState {
  /** Index of the current part. */
  index: number;
  /** Seconds in the current part. */
  offset: number;
  /** Changes with each seek, which the media element of the part follows. */
  seeks: number;
  isPlaying: boolean;
  isEnded: boolean;
  isMuted: boolean;
  hasCaptions: boolean;
}

export type StoryPlayer = ReturnType<typeof createStoryPlayer>;

/** Less than so many seconds into a part, going back means the previous one. */
const BACK_SECONDS = 2;

/** Plays the parts of a story one after another; the elements of the parts report and follow its state. */
export function createStoryPlayer(parts: readonly Part[], first: number) {
  const store = createStore<StoryPlayerState>(() => ({
    index: first,
    offset: 0,
    seeks: 0,
    isPlaying: true,
    isEnded: false,
    isMuted: false,
    hasCaptions: true,
  }));
  const { setState: set, getState: get } = store;
  const total = lengthOf(parts);
  const go = (index: number, offset = 0) =>
    set({ index: Math.min(parts.length - 1, Math.max(0, index)), offset, seeks: get().seeks + 1, isEnded: false });
  const now = () => parts[get().index]!.start + get().offset;
  const seek = (time: number) => {
    const { index, offset } = partAt(parts, Math.min(Math.max(0, time), Math.max(0, total - 0.05)));
    go(index, offset);
  };
  return {
    store,
    parts,
    total,
    go,
    seek,
    skip: (seconds: number) => seek(now() + seconds),
    next: () => {
      if (get().index < parts.length - 1) go(get().index + 1);
    },
    previous: () => go(get().offset > BACK_SECONDS ? get().index : get().index - 1),
    toggle() {
      if (get().isEnded) go(0);
      set({ isPlaying: !get().isPlaying });
    },
    pause: () => set({ isPlaying: false }),
    toggleMuted: () => set({ isMuted: !get().isMuted }),
    toggleCaptions: () => set({ hasCaptions: !get().hasCaptions }),
    /** Reports the time in a part; ignored unless it is the current one. */
    report(index: number, offset: number) {
      if (get().index === index && !get().isEnded) set({ offset: Math.min(offset, parts[index]!.length) });
    },
    /** Reports the end of a part: the next one begins. */
    finish(index: number) {
      if (get().index !== index) return;
      if (index < parts.length - 1) go(index + 1);
      else set({ isPlaying: false, isEnded: true, offset: parts[index]!.length });
    },
  };
}

/** Selects part of a player's state. */
export function usePlayerState<Selected>(player: StoryPlayer, select: (state: StoryPlayerState) => Selected): Selected {
  return useStore(player.store, select);
}
