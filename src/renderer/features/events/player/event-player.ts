import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { eventTime, type Placed, placedRecordings, recordingTime } from '../../../../core/events/clock.ts';

/** Differences in seconds: up to the first one an element is left alone, up to the second one it changes its speed. */
const [IN_SYNC, CATCH_UP] = [0.015, 0.25];
/** Seconds in which an element catches up, and the largest change of its speed. */
const [CATCH_UP_SECONDS, MAX_SPEED_CHANGE] = [1, 0.1];
/** Maximum number of pictures beside one another. */
const MAX_SHOWN = 4;

interface EventPlayerState {
  /** Seconds on the clock of the event. */
  time: number;
  isPlaying: boolean;
  /** Recording with the sound. */
  sound: string;
  /** Recordings whose pictures are shown. */
  shown: readonly string[];
  recordings: readonly Placed<EventRecording>[];
  duration: number;
}

export type EventPlayer = ReturnType<typeof createEventPlayer>;

/**
 * Plays the recordings of an event at once. The one with the sound is the clock, so that its speed does not change; the
 * others follow it. While it wasn't running, the clock of this computer is.
 * @param start seconds on the clock of the event; null for the first picture
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
  const elements = new Map<string, HTMLMediaElement>();
  let [lastMs, frame] = [0, 0];
  /** Sound to hear, also while its recording is left out. */
  let wanted = '';

  // The recordings may not be known yet.
  const clampTime = (time: number) => Math.min(Math.max(0, time), get().duration || Number.POSITIVE_INFINITY);
  const follow = (isSeek: boolean) => {
    const { time, isPlaying, sound, recordings } = get();
    for (const recording of recordings) {
      const element = elements.get(recording.job_id);
      const isClock = recording.job_id === sound && !isSeek;
      if (element) followClock(element, recording, { time, isPlaying, isClock, isSeek });
    }
  };
  const tick = () => {
    const ms = now();
    const { time, isPlaying, sound, recordings } = get();
    if (!isPlaying) return;
    const heard = recordings.find(({ job_id }) => job_id === sound);
    const next = (heard && clockOf(elements.get(sound), heard, time)) ?? time + (ms - lastMs) / 1000;
    lastMs = ms;
    set({ time: clampTime(next) });
    if (next >= get().duration) set({ isPlaying: false });
    follow(false);
    frame = requestAnimationFrame(tick);
  };
  const setPlaying = (isPlaying: boolean) => {
    cancelAnimationFrame(frame);
    lastMs = now();
    set({ isPlaying, ...(isPlaying && get().time >= get().duration && { time: 0 }) });
    follow(true);
    if (isPlaying) frame = requestAnimationFrame(tick);
  };
  const seek = (time: number) => {
    set({ time: clampTime(time) });
    lastMs = now();
    follow(true);
  };

  return {
    store,
    seek,
    skip: (seconds: number) => seek(get().time + seconds),
    toggle: () => setPlaying(!get().isPlaying),
    pause: () => setPlaying(false),
    listenTo: (sound: string) => {
      wanted = sound;
      set({ sound });
    },
    /** Shows or hides a picture; a fifth one takes the place of the first. */
    show: (jobId: string) =>
      set(({ shown }) => ({
        shown: shown.includes(jobId) ? shown.filter((id) => id !== jobId) : [...shown, jobId].slice(-MAX_SHOWN),
      })),

    /**
     * Takes over the recordings of an event, and shows new ones while there is room: at first those that were running.
     * @param hasPicture whether a recording is more than sound
     */
    load(
      { recordings: all, duration }: { recordings: readonly EventRecording[]; duration: number },
      hasPicture: (jobId: string) => boolean,
    ): void {
      const recordings = placedRecordings(all);
      const ids = recordings.map(({ job_id }) => job_id);
      const before = get();
      const isFirst = before.recordings.length === 0;
      const known = new Set(before.recordings.map(({ job_id }) => job_id));
      const shown = before.shown.filter((id) => ids.includes(id));
      const firstPicture = () => recordings.find(({ job_id }) => hasPicture(job_id))?.offset ?? 0;
      const time = isFirst ? (start ?? firstPicture()) : Math.min(before.time, duration);
      if (isFirst) {
        const running = new Set(recordings.flatMap((each) => (isRunning(each, time) ? each.job_id : [])));
        ids.sort((a, b) => Number(running.has(b)) - Number(running.has(a)));
        wanted = ids[0] ?? '';
      }
      set({
        recordings,
        duration,
        time,
        sound: ids.includes(wanted) ? wanted : (ids[0] ?? ''),
        shown: [...shown, ...ids.filter((id) => !known.has(id) && hasPicture(id))].slice(0, MAX_SHOWN),
      });
      follow(true);
    },

    /** Lets a media element play a recording. @returns releases the element */
    attach(jobId: string, element: HTMLMediaElement): () => void {
      elements.set(jobId, element);
      const onLoaded = () => follow(true);
      element.addEventListener('loadedmetadata', onLoaded);
      onLoaded();
      return () => {
        element.removeEventListener('loadedmetadata', onLoaded);
        element.pause();
        elements.delete(jobId);
      };
    },

    close: () => cancelAnimationFrame(frame),
  };
}

/** Selects part of a player's state. */
export function useEventPlayer<Selected>(player: EventPlayer, select: (state: EventPlayerState) => Selected): Selected {
  return useStore(player.store, select);
}

/** Whether a recording was running at a time of its event. */
export function isRunning(recording: Placed<EventRecording>, time: number): boolean {
  const own = recordingTime(recording, time);
  return own >= 0 && own < recording.duration;
}

/** Time of the event by the recording with the sound; undefined while it isn't running, or can't be played. */
function clockOf(
  element: HTMLMediaElement | undefined,
  recording: Placed<EventRecording>,
  time: number,
): number | undefined {
  if (!element || element.error || element.ended || !isRunning(recording, time)) return undefined;
  // The event waits while its sound is loaded.
  if (element.seeking || element.paused || element.readyState < element.HAVE_CURRENT_DATA) return time;
  return eventTime(recording, element.currentTime);
}

/** Makes an element play a recording at the time of the event: by its speed for small differences, otherwise a seek. */
function followClock(
  element: HTMLMediaElement,
  recording: Placed<EventRecording>,
  { time, isPlaying, isClock, isSeek }: { time: number; isPlaying: boolean; isClock: boolean; isSeek: boolean },
): void {
  if (element.readyState < element.HAVE_METADATA) return;
  const wanted = recordingTime(recording, time);
  const runs = isRunning(recording, time);
  const behind = Math.min(Math.max(0, wanted), recording.duration) - element.currentTime;
  // A seek takes time, after which it would be behind again. One that the user asks for replaces a running one.
  if ((isSeek || !element.seeking) && Math.abs(behind) > (isPlaying && runs ? CATCH_UP : IN_SYNC) && !(isClock && runs))
    element.currentTime += behind;
  const change = isClock || Math.abs(behind) < IN_SYNC ? 0 : behind / CATCH_UP_SECONDS;
  element.playbackRate =
    (1 + Math.min(MAX_SPEED_CHANGE, Math.max(-MAX_SPEED_CHANGE, change))) /
    (isClock ? 1 : 1 + recording.drift_ppm / 1e6);
  if (!isPlaying || !runs) element.pause();
  else if (element.paused && !element.ended) void element.play().catch(() => {});
}
