import { createStore } from 'zustand/vanilla';
import { clampView, fullView, panBy, reveal, type View, zoomAt } from './timeline-view.ts';

export type TimelineStore = ReturnType<typeof createTimeline>;

/**
 * View state of the timeline. Kept outside React, because it changes with every wheel event and only the canvas reads
 * it.
 */
export function createTimeline(duration: number) {
  const store = createStore<{ view: View; duration: number }>(() => ({ view: fullView(duration), duration }));
  const set = (view: View) => store.setState({ view });
  const { getState: get } = store;
  return {
    store,
    /** The file may turn out longer or shorter than was known. */
    setDuration(next: number) {
      const { view, duration: before } = get();
      if (next === before) return;
      const isWhole = view.span >= before - 1e-6;
      store.setState({ duration: next, view: isWhole ? fullView(next) : clampView(view, next) });
    },
    showAll: () => set(fullView(get().duration)),
    show: (view: View) => set(clampView(view, get().duration)),
    zoom: (factor: number, time: number) => set(zoomAt(get().view, get().duration, factor, time)),
    pan: (seconds: number) => set(panBy(get().view, get().duration, seconds)),
    reveal(time: number) {
      const { view, duration: length } = get();
      const next = reveal(view, length, time);
      if (next !== view) set(next);
    },
  };
}
