import type { StoreApi } from 'zustand/vanilla';
import { type PlayerState, storeVolume } from './player-state.ts';

/** Returns the actions that change the sound of a player and the overlays of its frame. */
export function playbackOptions(
  { setState: set, getState: get }: StoreApi<PlayerState>,
  media: () => HTMLMediaElement | null,
) {
  return {
    setVolume(volume: number) {
      set({ volume, isMuted: false });
      storeVolume(volume);
      const element = media();
      if (element) Object.assign(element, { volume, muted: false });
    },
    toggleMuted() {
      const isMuted = !get().isMuted;
      set({ isMuted });
      const element = media();
      if (element) element.muted = isMuted;
    },
    toggleCaptions: () => set({ hasCaptions: !get().hasCaptions }),
    toggleBoxes: () => set({ hasBoxes: !get().hasBoxes }),
  };
}
