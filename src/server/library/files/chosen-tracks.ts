import { ReelscopeError } from '../../../contract/errors.ts';
import {
  type AudioTrack,
  type MediaTracks,
  TrackChoice,
  TrackUse,
  type VideoTrack,
} from '../../../contract/library/tracks.ts';
import { codecName } from '../../../core/texts/media-names.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { VideoRow } from '../../../db/schema.ts';

/** A request for tracks by number; undefined keeps the video's own. */
export interface TrackRequest {
  audioTracks?: readonly number[] | null | undefined;
  videoTrack?: number | null | undefined;
}

/** Returns the stored choice of a video's tracks. Pure. */
export function storedChoice({ trackChoice }: Pick<VideoRow, 'trackChoice'>): TrackChoice {
  return trackChoice === null ? { audio: null, video: null } : TrackChoice.parse(JSON.parse(trackChoice));
}

/**
 * Returns the tracks that players and clips play: the chosen ones, otherwise those that the analysis listened to and
 * looked at. Undefined before the first analysis, and where they are those that players choose on their own. Pure.
 */
export function playedTracks(video: Pick<VideoRow, 'trackChoice' | 'trackUse'>): TrackChoice | undefined {
  const choice = storedChoice(video);
  const use = video.trackUse === null ? undefined : TrackUse.parse(JSON.parse(video.trackUse));
  const audible = use?.audio.filter(({ state }) => state === 'heard').map(({ number }) => number) ?? [];
  const audio = choice.audio ?? (use && audible.length > 0 && use.audio.length > 1 ? audible : null);
  const number = choice.video ?? use?.video ?? null;
  const isDefault = (audio === null || (audio.length === 1 && audio[0] === 1)) && (number === null || number === 1);
  return isDefault ? undefined : { audio, video: number };
}

/**
 * Returns the choice that a request makes of a stored one; null to leave it to the analysis, undefined for no change.
 * Pure.
 */
export function requestedChoice(
  video: Pick<VideoRow, 'trackChoice'>,
  { audioTracks, videoTrack }: TrackRequest,
): TrackChoice | null | undefined {
  if (audioTracks === undefined && videoTrack === undefined) return undefined;
  const stored = storedChoice(video);
  const audio = audioTracks === undefined ? stored.audio : audioTracks && [...audioTracks];
  const choice = { audio, video: videoTrack === undefined ? stored.video : videoTrack };
  return choice.audio === null && choice.video === null ? null : choice;
}

/**
 * Returns the requested choice of tracks, which must exist in the file.
 * @throws ReelscopeError `invalid_request` for a track that the file doesn't have or that can't be decoded
 */
export async function chosenTracks(
  video: VideoRow,
  request: TrackRequest,
  source: { tracks(video: VideoRow): Promise<MediaTracks | undefined> },
): Promise<TrackChoice | null | undefined> {
  const choice = requestedChoice(video, request);
  if (!choice) return choice;
  const tracks = await source.tracks(video);
  if (tracks) {
    for (const number of request.audioTracks ?? []) requireTrack(tracks.audio, number, 'tracks.no-audio');
    if (request.videoTrack != null) requireTrack(tracks.video, request.videoTrack, 'tracks.no-video');
  }
  return choice;
}

function requireTrack(
  tracks: readonly (AudioTrack | VideoTrack)[],
  number: number,
  missing: 'tracks.no-audio' | 'tracks.no-video',
): void {
  const track = tracks.find((each) => each.number === number);
  const details = { track: number, tracks: tracks.length };
  if (!track)
    throw new ReelscopeError('invalid_request', sentence(missing, { number, count: tracks.length }), { details });
  if (!track.is_decodable) {
    const { codec } = track;
    throw new ReelscopeError('invalid_request', sentence('tracks.undecodable', { number, codec: codecName(codec) }), {
      details,
    });
  }
}
