import { ReelscopeError } from '../../contract/errors.ts';
import { MAX_CLIPS_SECONDS, MIN_CLIP_SECONDS } from '../../contract/library/clips.ts';
import {
  type EventExportQuery,
  type EventGroup,
  type EventRecording,
  MAX_TILES,
} from '../../contract/library/event-groups.ts';
import { type Placed, recordingEnd } from '../../core/events/clock.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { blurOfQuery } from '../clips/blur-query.ts';
import type { SideBySidePlan } from '../clips/side-by-side.ts';
import { requireFound } from '../errors/lookup.ts';
import { reportLanguage } from '../exports/report-language.ts';

/** A recording on the timeline. @param hasPicture whether it is more than sound */
interface Candidate {
  recording: Placed<EventRecording>;
  hasPicture: boolean;
}

/**
 * Chooses pictures, sound, and range of a clip as a request states them; by default, the first recordings with a
 * picture that were running, and the sound of the one that ran longest. Pure.
 * @throws ReelscopeError `invalid_request`, `not_found` (a recording that isn't on the timeline), `not_ready` (no
 * pictures)
 */
export function eventClipPlan(
  { title, duration }: Pick<EventGroup, 'title' | 'duration'>,
  candidates: readonly Candidate[],
  query: EventExportQuery,
  rate: SideBySidePlan['rate'],
): SideBySidePlan {
  const range = { start: query.start_time ?? 0, end: Math.min(query.end_time ?? duration, duration) };
  const length = range.end - range.start;
  if (length < MIN_CLIP_SECONDS) throw new ReelscopeError('invalid_request', sentence('event.clip-range'));
  if (length > MAX_CLIPS_SECONDS) {
    throw new ReelscopeError('invalid_request', sentence('event.clip-long', { hours: MAX_CLIPS_SECONDS / 3600 }));
  }
  const find = (jobId: string): Candidate =>
    requireFound(
      candidates.find(({ recording }) => recording.job_id === jobId),
      'recording',
    );
  const running = candidates.filter(({ recording }) => secondsIn(recording, range) > 0);
  const requestedTiles = query.job_ids?.map(find);
  const tiles = requestedTiles ?? running.filter(({ hasPicture }) => hasPicture).slice(0, MAX_TILES);
  const blind = tiles.find(({ hasPicture }) => !hasPicture);
  if (blind)
    throw new ReelscopeError('invalid_request', sentence('event.clip-sound-only', { name: blind.recording.name }));
  if (tiles.length === 0) throw new ReelscopeError('not_ready', sentence('event.clip-no-picture'));
  const longest = running.toSorted((a, b) => secondsIn(b.recording, range) - secondsIn(a.recording, range))[0];
  const sound = query.sound === undefined ? longest : query.sound === 'none' ? undefined : find(query.sound);
  const language = reportLanguage(query.language);
  return {
    title,
    range,
    rate,
    tiles: tiles.map(partOf),
    sound: sound ? partOf(sound) : null,
    gapText: language.sentence(sentence('event.not-recording')),
    resolution: query.resolution,
    blur: blurOfQuery(query),
    exportId: query.export_id,
  };
}

const partOf = ({ recording }: Candidate) => ({ jobId: recording.job_id, name: recording.name, clock: recording });

/** Seconds of a range that a recording was running. */
function secondsIn(recording: Placed<EventRecording>, { start, end }: { start: number; end: number }): number {
  return Math.min(end, recordingEnd(recording)) - Math.max(start, recording.offset);
}
