import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { placedRecordings } from '../../../../core/events/clock.ts';
import { createEventClock, type EventPlayerState, isRunning } from './event-clock.ts';

/** Maximum number of recordings shown beside one another. */
const MAX_SHOWN = 4;

export type EventPlayer = ReturnType<typeof createEventPlayer>;

/**
 * Plays the recordings of an event at once. The one with the sound is the clock, so that its speed does not change; the
 * others follow it. While it wasn't running, the clock of this computer is.
 * @param start seconds on the clock of the event; null for the first video
 */
export function createEventPlayer(start: number | null, now: () => number = () => performance.now()) {
  const store = createStore<EventPlayerState>(() => ({
    time: start ?? 0,
    isPlaying: false,
    sound: '',
    shown: [],
    recordings: [],
    duration: 0,
  }));
  const { getState: get, setState: set } = store;
  /** Sound to hear, also while its recording is left out. */
  let chosenSound = '';
  const clock = createEventClock(store, now);

  return {
    store,
    seek: clock.seek,
    skip: (seconds: number) => clock.seek(get().time + seconds),
    toggle: () => clock.setPlaying(!get().isPlaying),
    pause: () => clock.setPlaying(false),
    listenTo: (sound: string) => {
      chosenSound = sound;
      set({ sound });
    },
    /** Shows or hides a recording; a fifth one takes the place of the first. */
    show: (jobId: string) =>
      set(({ shown }) => ({
        shown: shown.includes(jobId) ? shown.filter((id) => id !== jobId) : [...shown, jobId].slice(-MAX_SHOWN),
      })),

    /**
     * Takes over the recordings of an event, and shows new ones while there is room: at first those that were running.
     * @param hasVideo whether a recording is more than sound
     */
    load(
      { recordings: all, duration }: { recordings: readonly EventRecording[]; duration: number },
      hasVideo: (jobId: string) => boolean,
    ): void {
      const recordings = placedRecordings(all);
      const ids = recordings.map(({ job_id }) => job_id);
      const before = get();
      const isFirst = before.recordings.length === 0;
      const known = new Set(before.recordings.map(({ job_id }) => job_id));
      const shown = before.shown.filter((id) => ids.includes(id));
      const firstVideo = () => recordings.find(({ job_id }) => hasVideo(job_id))?.offset ?? 0;
      const time = isFirst ? (start ?? firstVideo()) : Math.min(before.time, duration);
      if (isFirst) {
        const running = new Set(recordings.flatMap((each) => (isRunning(each, time) ? each.job_id : [])));
        ids.sort((a, b) => Number(running.has(b)) - Number(running.has(a)));
        chosenSound = ids[0] ?? '';
      }
      set({
        recordings,
        duration,
        time,
        sound: ids.includes(chosenSound) ? chosenSound : (ids[0] ?? ''),
        shown: [...shown, ...ids.filter((id) => !known.has(id) && hasVideo(id))].slice(0, MAX_SHOWN),
      });
      clock.follow();
    },

    attach: clock.attach,
    close: clock.close,
  };
}

/** Selects part of a player's state. */
export function useEventPlayer<Selected>(player: EventPlayer, select: (state: EventPlayerState) => Selected): Selected {
  return useStore(player.store, select);
}
