import { eventTime, placedRecordings, type RecordingClock, recordingEnd } from './clock.ts';

interface ClockedEvent {
  id: string;
  recordings: readonly (RecordingClock & { job_id: string })[];
}

/**
 * Finds the event in which another recording was running at a time of a video, or first in a range of it. Pure.
 * @param start seconds of the video
 * @returns the time of the event in seconds
 */
export function otherRecordings(
  events: readonly ClockedEvent[],
  jobId: string,
  start: number,
  end = start,
): { id: string; time: number } | null {
  for (const { id, recordings } of events) {
    const placed = placedRecordings(recordings);
    const own = placed.find(({ job_id }) => job_id === jobId);
    if (!own) continue;
    const [from, to] = [eventTime(own, start), eventTime(own, end)];
    const times = placed
      .filter((other) => other !== own && other.offset <= to && recordingEnd(other) > from)
      .map(({ offset }) => Math.max(from, offset));
    if (times.length > 0) return { id, time: Math.min(...times) };
  }
  return null;
}
