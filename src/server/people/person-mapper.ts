import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { FaceTrack, FaceTrackBoxes, Person, PersonDetails, VideoPerson } from '../../contract/analysis/people.ts';
import { readBoxes } from '../../db/people/boxes.ts';
import { type CompanionView, type PersonView, spansOf, type TrackView } from '../../db/people/people.ts';
import { secondsOf } from '../../db/people/spans.ts';
import type { VideoRow } from '../../db/schema.ts';

export function toPerson(view: PersonView): Person {
  const { id, projectId, name, number, videos, appearances, seconds, cover, createdAt } = view;
  return {
    id: String(id),
    project_id: String(projectId),
    name,
    number,
    videos,
    appearances,
    seconds: roundSeconds(seconds),
    cover_track_id: String(cover.id),
    cover: dataUrl(cover.thumbnail),
    created_at: formatTimestamp(createdAt),
  };
}

export function toDetails(
  view: PersonView,
  videos: ReadonlyMap<number, VideoRow>,
  companions: readonly CompanionView[],
): PersonDetails {
  const inVideos = [...Map.groupBy(view.tracks, ({ videoId }) => videoId)].map(([videoId, tracks]) => ({
    job_id: videos.get(videoId)!.jobId,
    name: videos.get(videoId)!.name,
    appearances: tracks.length,
    seconds: roundSeconds(secondsOf(spansOf(tracks))),
    first_time: roundSeconds(tracks[0]!.startTime),
  }));
  return {
    ...toPerson(view),
    in_videos: inVideos.sort((a, b) => b.seconds - a.seconds),
    seen_with: companions.map(({ person, seconds, videos: count }) => ({
      person_id: String(person.id),
      name: person.name,
      number: person.number,
      videos: count,
      seconds: roundSeconds(seconds),
    })),
  };
}

export function toVideoPerson({ id, name, number, appearances, seconds, tracks, cover }: PersonView): VideoPerson {
  return {
    id: String(id),
    name,
    number,
    appearances,
    seconds: roundSeconds(seconds),
    spans: spansOf(tracks).map(({ start, end }) => ({ start_time: roundSeconds(start), end_time: roundSeconds(end) })),
    cover: dataUrl(cover.thumbnail),
  };
}

export function toTrack(track: TrackView, thumbnail: Uint8Array | null): FaceTrack {
  return { ...toPlace(track), thumbnail: dataUrl(thumbnail) };
}

export function toTrackBoxes(track: TrackView & { boxes: Uint8Array }): FaceTrackBoxes {
  const boxes = readBoxes(track.boxes).map(({ time, ...box }) => ({
    x: rounded(box.x),
    y: rounded(box.y),
    width: rounded(box.width),
    height: rounded(box.height),
    time: roundSeconds(time),
  }));
  return { ...toPlace(track), boxes };
}

export function timestampOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : formatTimestamp(epochMs);
}

function toPlace({ id, jobId, personId, startTime, endTime, confidence, isConfirmed }: TrackView) {
  return {
    id: String(id),
    job_id: jobId,
    person_id: String(personId),
    start_time: roundSeconds(startTime),
    end_time: roundSeconds(endTime),
    confidence: rounded(Math.min(1, Math.max(0, confidence))),
    confirmed: isConfirmed === 1,
  };
}

const rounded = (fraction: number): number => Math.round(fraction * 10_000) / 10_000;

function dataUrl(jpeg: Uint8Array | null): string | null {
  return jpeg && `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
}
