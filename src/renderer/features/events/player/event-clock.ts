import type { StoreApi } from 'zustand/vanilla';
import type { EventRecording } from '../../../../contract/library/event-groups.ts';
import { eventTime, type Placed, recordingTime } from '../../../../core/events/clock.ts';

/** Differences in seconds: up to the first one an element is left alone, up to the second one it changes its speed. */
const [IN_SYNC, CATCH_UP] = [0.015, 0.25];
/** Seconds in which an element catches up, and the largest change of its speed. */
const [CATCH_UP_SECONDS, MAX_SPEED_CHANGE] = [1, 0.1];

export interface EventPlayerState {
  /** Seconds on the clock of the event. */
  time: number;
  isPlaying: boolean;
  /** Recording with the sound. */
  sound: string;
  /** Recordings that are shown. */
  shown: readonly string[];
  recordings: readonly Placed<EventRecording>[];
  duration: number;
}

/** Runs the clock of an event, and the elements that play its recordings after it. @param now milliseconds */
export function createEventClock({ getState: get, setState: set }: StoreApi<EventPlayerState>, now: () => number) {
  const elements = new Map<string, HTMLMediaElement>();
  let [lastMs, frame] = [0, 0];

  // The recordings may not be known yet.
  const clampTime = (time: number) => Math.min(Math.max(0, time), get().duration || Number.POSITIVE_INFINITY);
  const follow = (isSeek: boolean): void => {
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
    const clockRecording = recordings.find(({ job_id }) => job_id === sound);
    const next = (clockRecording && clockOf(elements.get(sound), clockRecording, time)) ?? time + (ms - lastMs) / 1000;
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
    seek,
    setPlaying,
    /** Brings the elements to the time of the event. */
    follow: () => follow(true),

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
  const ownTime = recordingTime(recording, time);
  const runs = isRunning(recording, time);
  const behind = Math.min(Math.max(0, ownTime), recording.duration) - element.currentTime;
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
