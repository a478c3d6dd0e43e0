import { eventTime, placedRecordings, type RecordingClock, recordingTime } from './clock.ts';

interface ClockedEvent {
  id: string;
  recordings: readonly (RecordingClock & { job_id: string })[];
}

/**
 * Finds the event in which another recording was running at a time of a video. Pure.
 * @param time seconds of the video
 * @returns the time of the event in seconds
 */
export function otherRecordings(
  events: readonly ClockedEvent[],
  jobId: string,
  time: number,
): { id: string; time: number } | null {
  for (const { id, recordings } of events) {
    const placed = placedRecordings(recordings);
    const own = placed.find(({ job_id }) => job_id === jobId);
    if (!own) continue;
    const at = eventTime(own, time);
    const isOther = placed.some((other) => {
      const theirs = recordingTime(other, at);
      return other !== own && theirs >= 0 && theirs < other.duration;
    });
    if (isOther) return { id, time: at };
  }
  return null;
}
