import type { AudioTrack, AudioTrackState, TrackUse, VideoTrack } from '../../contract/library/tracks.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { codecName } from '../../core/texts/media-names.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { MediaInput } from '../input.ts';
import { hasDiscontinuousTimestamps } from '../timestamps/timestamp-corrector.ts';

/** Streams of one recording end less than this apart. */
const MIN_LOST_SECONDS = 2;

/** Use of a file's tracks by a pass. */
export interface TrackOutcome {
  /** States of the audio tracks that were to be decoded, by number; undefined if audio was not needed. */
  audio: ReadonlyMap<number, AudioTrackState> | undefined;
  /** Indexes of the video streams that were decoded; undefined if video was not needed. */
  video: ReadonlySet<number> | undefined;
  /** Seconds at which what was decoded ends. */
  ends: { video: number | undefined; audio: number | undefined };
}

/** Returns what became of every track. */
export function trackUse(input: MediaInput, { audio, video }: TrackOutcome): TrackUse {
  const tracks = input.tracks();
  const used = tracks.video.find(({ stream }) => video?.has(stream.index));
  return {
    audio: tracks.audio.map(({ number, is_decodable }) => ({
      number,
      state: audio?.get(number) ?? (is_decodable ? 'unheard' : 'undecodable'),
    })),
    video: used?.number ?? null,
  };
}

/** Returns warnings of the tracks that an analysis lacks, unless a user chose others. */
export function trackWarnings(input: MediaInput, outcome: TrackOutcome): LocalizedText[] {
  const tracks = input.tracks();
  const warnings: LocalizedText[] = [];
  if (outcome.video) {
    const others = tracks.video.filter(({ stream }) => !outcome.video!.has(stream.index));
    const isChosen = input.choice.video !== null;
    const readable = others.filter(({ is_decodable, stream }) => is_decodable && stream.index !== input.video?.index);
    const broken = others.filter(({ is_decodable, stream }) => !is_decodable || stream.index === input.video?.index);
    if (broken.length > 0) warnings.push(sentence('warning.video-undecodable', { tracks: broken.map(videoName) }));
    if (!isChosen && readable.length > 0)
      warnings.push(sentence('warning.video-unseen', { tracks: readable.map(videoName) }));
  }
  if (outcome.audio) {
    const { audio } = trackUse(input, outcome);
    const inState = (state: AudioTrackState) =>
      tracks.audio.filter(({ number }) => audio.some((use) => use.number === number && use.state === state));
    const [broken, unheard] = [inState('undecodable'), inState('unheard')];
    if (broken.length > 0) warnings.push(sentence('warning.audio-undecodable', { tracks: broken.map(audioName) }));
    if (input.choice.audio === null && unheard.length > 0)
      warnings.push(sentence('warning.audio-unheard', { tracks: unheard.map(audioName) }));
  }
  return [...warnings, ...endWarnings(input, outcome)];
}

/** Whether picture or sound may go on in a stream that was not decoded. */
export const losesTrack = (input: MediaInput, outcome: TrackOutcome): boolean => endWarnings(input, outcome).length > 0;

/** Broadcasts change their streams; where one is lost, the other goes on. */
function endWarnings(input: MediaInput, { ends: { video, audio } }: TrackOutcome): LocalizedText[] {
  if (!hasDiscontinuousTimestamps(input.container) || video === undefined || audio === undefined) return [];
  if (audio - video > MIN_LOST_SECONDS) return [sentence('warning.video-ends', { time: video, end: audio })];
  return video - audio > MIN_LOST_SECONDS ? [sentence('warning.audio-ends', { time: audio, end: video })] : [];
}

function audioName(track: AudioTrack): LocalizedText {
  return trackName(track.number, [track.title, track.language, codecName(track.codec)]);
}

function videoName(track: VideoTrack): LocalizedText {
  return trackName(track.number, [
    track.title,
    codecName(track.codec),
    track.width > 0 ? `${track.width} × ${track.height}` : null,
  ]);
}

function trackName(number: number, facts: readonly (string | null)[]): LocalizedText {
  return sentence('track.name', { number, facts: facts.filter((fact) => fact !== null).join(', ') });
}
