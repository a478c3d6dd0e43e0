import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { EventGroup, EventRecording } from '../../contract/library/event-groups.ts';
import { LocalizedText } from '../../contract/message.ts';
import { placedRecordings, recordingEnd } from '../../core/events/clock.ts';
import type { EventRecordingView } from '../../db/repositories/event-groups.ts';
import type { EventGroupRow } from '../../db/schema.ts';

/** @param progress 0 to 1 while its recordings are being compared */
export function toEventGroup(
  row: EventGroupRow,
  views: readonly EventRecordingView[],
  progress: number | undefined,
): EventGroup {
  const recordings = toRecordings(views);
  return {
    id: String(row.id),
    title: row.title,
    status: row.status,
    progress: row.status === 'syncing' ? Math.round((progress ?? 0) * 100) : null,
    error: row.error === null ? null : LocalizedText.parse(JSON.parse(row.error)),
    duration: roundSeconds(Math.max(0, ...placedRecordings(recordings).map(recordingEnd))),
    recordings,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}

/** Zero of the clock that the API shows, in stored milliseconds: the start of the first recording. */
export function clockZero(views: readonly EventRecordingView[]): number {
  const offsets = views.flatMap(({ offsetMs }) => offsetMs ?? []);
  return offsets.length === 0 ? 0 : Math.min(...offsets);
}

function toRecordings(views: readonly EventRecordingView[]): EventRecording[] {
  const zero = clockZero(views);
  const stated = statedZero(views);
  const seconds = (ms: number | null) => (ms === null ? null : roundSeconds((ms - zero) / 1000));
  return views.map((view) => ({
    job_id: view.jobId,
    name: view.name,
    duration: view.duration,
    offset: seconds(view.offsetMs),
    drift_ppm: Math.round(view.driftPpm * 100) / 100 || 0,
    confidence: view.confidence === null ? null : Math.round(view.confidence * 1000) / 1000,
    set_by: view.offsetMs === null ? null : view.confidence === null ? 'hand' : 'sound',
    left_out: view.leftOut,
    former_offset: seconds(view.formerMs),
    stated_offset:
      view.statedMs === null || stated === undefined ? null : roundSeconds((view.statedMs - stated - zero) / 1000),
  }));
}

/**
 * Distance of stated starts from the clock of the event, in milliseconds: the lower median, since a single wrong clock
 * then doesn't put the others in doubt.
 */
function statedZero(views: readonly EventRecordingView[]): number | undefined {
  const distances = views.flatMap(({ statedMs, offsetMs }) =>
    statedMs === null || offsetMs === null ? [] : [statedMs - offsetMs],
  );
  return distances.sort((a, b) => a - b)[Math.floor((distances.length - 1) / 2)];
}
