import type { StoreApi } from 'zustand/vanilla';
import type { PlayerState, Range } from './player-state.ts';

/** Returns the actions that set the in and out points of a player, and loop between them. */
export function rangeMarks({ setState: set, getState: get }: StoreApi<PlayerState>) {
  const markInAt = (time: number): void => {
    const { range, duration: end } = get();
    set({ range: { start: time, end: range && range.end > time ? range.end : end } });
  };
  const markOutAt = (time: number): void => {
    const { range } = get();
    if (time > 0) set({ range: { start: range && range.start < time ? range.start : 0, end: time } });
  };

  return {
    setRange: (range: Range | null) => set({ range, ...(range === null && { isLooping: false }) }),
    /** Sets the in point and discards a range that ends before it. */
    markIn: () => markInAt(get().time),
    markOut: () => markOutAt(get().time),
    markInAt,
    markOutAt,
    toggleLoop() {
      set({ isLooping: !get().isLooping });
    },
  };
}
