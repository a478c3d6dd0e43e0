/** Place of a recording on the clock of its event. */
export interface RecordingClock {
  /** Start in seconds; null for one that is not placed. */
  offset: number | null;
  /** Parts per million by which its clock is slow. */
  drift_ppm: number;
  /** Seconds. */
  duration: number;
}

/** A recording with an offset. */
export type Placed<Recording extends RecordingClock> = Recording & { offset: number };

/** Recordings that are on the clock of their event. Pure. */
export function placedRecordings<Recording extends RecordingClock>(
  recordings: readonly Recording[],
): Placed<Recording>[] {
  return recordings.filter((recording): recording is Placed<Recording> => recording.offset !== null);
}

/** Time of an event at a time of a recording, in seconds. Pure. */
export function eventTime({ offset, drift_ppm }: Placed<RecordingClock>, time: number): number {
  return offset + time * (1 + drift_ppm / 1e6);
}

/** Time of a recording at a time of its event, in seconds; outside 0 and its duration, it wasn't running. Pure. */
export function recordingTime({ offset, drift_ppm }: Placed<RecordingClock>, time: number): number {
  return (time - offset) / (1 + drift_ppm / 1e6);
}

/** End of a recording on the clock of its event, in seconds. Pure. */
export function recordingEnd(recording: Placed<RecordingClock>): number {
  return eventTime(recording, recording.duration);
}

/** The part of a recording in a range of its event, in seconds of the recording; null if it wasn't running. Pure. */
export function recordedRange(
  recording: Placed<RecordingClock>,
  range: { start: number; end: number },
): { start: number; end: number } | null {
  const start = Math.max(0, recordingTime(recording, range.start));
  const end = Math.min(recording.duration, recordingTime(recording, range.end));
  return end > start ? { start, end } : null;
}
