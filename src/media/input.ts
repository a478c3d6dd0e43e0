import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  AV_CODEC_ID_NONE,
  AV_DISPOSITION_DEFAULT,
  AV_LOG_QUIET,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat, Log, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import type { AudioTrack, TrackChoice, VideoTrack } from '../contract/library/tracks.ts';
import type { LocalizedText } from '../contract/message.ts';
import { sentence } from '../core/texts/sentence.ts';
import { trackTiers } from './audio/track-roles.ts';
import { ALLOWED_DEMUXERS } from './demuxers.ts';
import { checkFrameSizes, type FrameSize } from './frame-size-check.ts';
import { MAX_PIXELS } from './limits.ts';
import { sniff } from './sniff.ts';
import { hasDiscontinuousTimestamps } from './timestamps/timestamp-corrector.ts';
import { NO_TIMESTAMP, toSeconds } from './timestamps/timestamps.ts';
import { audioTracks, isVideo, type StreamTrack, videoTracks } from './tracks/tracks.ts';
import { isUnfinishedMovie } from './unfinished.ts';

/** Limit for the demuxer; recordings with many audio tracks stay far below. */
const MAX_STREAMS = 1024;
/** Limits for the streams that FFmpeg inspects: it opens a decoder and may decode a frame for each of them. */
const MAX_VIDEO_STREAMS = 4;
const MAX_AUDIO_STREAMS = 32;

/** Leaves the choice of tracks to the defaults. */
const NO_CHOICE: TrackChoice = { audio: null, video: null };

/** Codecs of the streams that are not inspected, by index. */
type Excluded = Map<number, Stream['codecpar']['codecId']>;

// FFmpeg would write to stderr; damage is counted and reported as a warning instead.
Log.setLevel(AV_LOG_QUIET);

/** Opened file with the streams to analyze. Must be closed. */
export interface MediaInput {
  readonly context: FormatContext;
  readonly container: string;
  readonly sizeBytes: number;
  /** The chosen video; null if there is none that can be decoded. */
  readonly video: Stream | null;
  /** The main audio, of which players and lists show the facts; null if there is none that can be decoded. */
  readonly audio: Stream | null;
  /** Audio to decode: the chosen tracks, otherwise all that can be decoded. */
  readonly audios: readonly StreamTrack<AudioTrack>[];
  /** Choice of the user. */
  readonly choice: TrackChoice;
  /** All tracks that the file has now; a transport stream may announce others later. */
  tracks(): { audio: StreamTrack<AudioTrack>[]; video: StreamTrack<VideoTrack>[] };
  /** Earliest timestamp of the file in seconds; subtracted from all times. */
  readonly originSeconds: number;
  /** Duration in seconds as stated by the container; 0 if unknown. */
  readonly duration: number;
  close(): void;
}

/**
 * Opens an untrusted file. The demuxer is determined from the file's first bytes, and nested formats and protocols are
 * restricted by allowlists, so that a crafted file can't open other files or connections. Streams that will not be used
 * are not inspected.
 * @param choice tracks that a user chose; a number that the file doesn't have leaves the choice to the defaults
 * @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function openInput(path: string, choice: TrackChoice = NO_CHOICE): Promise<MediaInput> {
  const demuxer = await sniff(path);
  const { size } = await stat(path);
  const context = await openFinished(path, demuxer);
  const excluded: Excluded = new Map();
  try {
    restrictStreams(context.streams, choice, excluded);
    excludeOversized(context, path, demuxer, excluded);
    const found = context.findStreamInfoSync(null);
    if (found < 0) throw unreadable(found, sentence('media.streams'));
    return describe(context, { demuxer, sizeBytes: size, choice, excluded });
  } catch (error) {
    context.closeInputSync();
    throw error;
  }
}

/** @throws ReelscopeError `unreadable_media`, with its own reason for a recording that was not finished */
async function openFinished(path: string, demuxer: string): Promise<FormatContext> {
  try {
    return openContext(path, demuxer);
  } catch (cause) {
    if (demuxer !== 'mov' || !(await isUnfinishedMovie(path))) throw cause;
    throw new ReelscopeError('unreadable_media', sentence('media.unfinished'), { cause });
  }
}

/** Opens a file without inspecting its streams. @throws ReelscopeError `unreadable_media` */
export function openContext(path: string, demuxer: string): FormatContext {
  const context = new FormatContext();
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: allowedFormatNames(),
    max_streams: MAX_STREAMS,
  });
  // `file:` with an absolute path prevents file names from being interpreted as protocols or options.
  const opened = context.openInputSync(`file:${resolve(path)}`, InputFormat.findInputFormat(demuxer), options);
  if (opened < 0) throw unreadable(opened, sentence('media.damaged'));
  return context;
}

/**
 * Excludes video streams whose frames are larger than the limit, whatever the container states.
 * @throws ReelscopeError `unreadable_media` if no video is left
 */
function excludeOversized(context: FormatContext, path: string, demuxer: string, excluded: Excluded): void {
  const streams = context.streams;
  const videos = streams.filter(({ codecpar }) => isInspected(codecpar) && codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  if (streams.length > 0 && videos.length === 0) return;
  let sizes = frameSizes(path, demuxer, videos);
  let left = videos.filter(({ index }) => sizes.get(index) === 'fits');
  if (left.length === 0 && ![...sizes.values()].includes('oversized')) {
    // Video that starts late is inspected only if there is no other, and then read as far as FFmpeg will read it.
    const first = videos.slice(0, 1);
    if (videos.length > 1) sizes = frameSizes(path, demuxer, first);
    left = first.filter(({ index }) => sizes.get(index) !== 'oversized');
  }
  const isLateOversized = [...sizes].some(([index, size]) => index >= streams.length && size === 'oversized');
  if (isLateOversized || (videos.length > 0 && left.length === 0)) {
    throw new ReelscopeError('unreadable_media', sentence('media.resolution-high'));
  }
  for (const stream of videos) if (!left.includes(stream)) exclude(stream, excluded);
}

/** Reads the frame sizes of `videos` in a second context, since reading moves the position. */
function frameSizes(path: string, demuxer: string, videos: readonly Stream[]): Map<number, FrameSize> {
  const context = openContext(path, demuxer);
  try {
    return checkFrameSizes(context, new Set(videos.map(({ index }) => index)));
  } finally {
    context.closeInputSync();
  }
}

function exclude(stream: Stream, excluded: Excluded): void {
  excluded.set(stream.index, stream.codecpar.codecId);
  stream.discard = AVDISCARD_ALL;
  stream.codecpar.codecId = AV_CODEC_ID_NONE;
}

const isInspected = ({ codecId }: Stream['codecpar']) => codecId !== AV_CODEC_ID_NONE;

interface InputFacts {
  demuxer: string;
  sizeBytes: number;
  choice: TrackChoice;
  excluded: Excluded;
}

function describe(context: FormatContext, { demuxer, sizeBytes, choice, excluded }: InputFacts): MediaInput {
  const tracks = () => {
    const { streams } = context;
    const codecIdOf = (stream: Stream) => excluded.get(stream.index) ?? stream.codecpar.codecId;
    return { audio: audioTracks(streams, codecIdOf), video: videoTracks(streams, codecIdOf) };
  };
  const all = tracks();
  const canDecode = (track: AudioTrack | VideoTrack, { index }: Stream) => track.is_decodable && !excluded.has(index);
  const videos = all.video.filter((track) => canDecode(track, track.stream));
  const usable = all.audio.filter((track) => canDecode(track, track.stream));
  const video = chooseVideo(videos, choice)?.stream ?? null;
  const chosen = usable.filter(({ number }) => choice.audio?.includes(number));
  const audio = mainAudio(chosen.length > 0 ? chosen : usable)?.stream ?? null;
  if (!video && !audio) throw new ReelscopeError('unreadable_media', noStreams(all));
  if (demuxer === 'gif' && video?.nbFrames === 1n) {
    throw new ReelscopeError('unreadable_media', sentence('media.still-image'));
  }
  // Without regard to the choice, so that findings of every choice have the same times.
  const originSeconds = originOf(context, [
    chooseVideo(videos, NO_CHOICE)?.stream ?? null,
    mainAudio(usable)?.stream ?? null,
  ]);
  return {
    context,
    container: demuxer,
    sizeBytes,
    video,
    audio,
    // Where streams may end and go on in others, all are read.
    audios: chosen.length > 0 && !hasDiscontinuousTimestamps(demuxer) ? chosen : usable,
    choice: { audio: chosen.length > 0 ? chosen.map(({ number }) => number) : null, video: choice.video },
    tracks,
    originSeconds,
    duration: statedDuration(context, demuxer, originSeconds),
    close: () => context.closeInputSync(),
  };
}

/** Reason for which a file has nothing to decode. */
function noStreams({ audio, video }: { audio: readonly AudioTrack[]; video: readonly VideoTrack[] }): LocalizedText {
  const codecs = [...new Set([...video, ...audio].map(({ codec }) => codec))];
  return codecs.length === 0 ? sentence('media.no-streams') : sentence('media.codec', { codec: codecs.join(', ') });
}

/** The chosen video, otherwise the default one, the largest of several, the first of equal ones as in players. */
function chooseVideo(
  videos: readonly StreamTrack<VideoTrack>[],
  choice: TrackChoice,
): StreamTrack<VideoTrack> | undefined {
  const bySize = videos.toSorted((a, b) => b.width * b.height - a.width * a.height);
  return videos.find(({ number }) => number === choice.video) ?? bySize.find((track) => track.is_default) ?? bySize[0];
}

/** The audio that is listened to first. */
function mainAudio(usable: readonly StreamTrack<AudioTrack>[]): StreamTrack<AudioTrack> | undefined {
  const { own, languages, others } = trackTiers(usable);
  const [first] = [...own, ...languages, ...others];
  return usable.find(({ number }) => number === first);
}

/**
 * Excludes unneeded streams from inspection: cover art, oversized video, and streams beyond the limits. Chosen streams
 * come first, then default ones, as in FFmpeg's own choice. Transport and program streams announce their streams later
 * and are not affected.
 * @throws ReelscopeError `unreadable_media` if all video is oversized
 */
function restrictStreams(streams: readonly Stream[], choice: TrackChoice, excluded: Excluded): void {
  const chosenFirst = (list: Stream[], numbered: readonly Stream[], numbers: readonly (number | null)[]) => {
    const rank = (stream: Stream) =>
      numbers.includes(numbered.indexOf(stream) + 1) ? 2 : Number((stream.disposition & AV_DISPOSITION_DEFAULT) !== 0);
    return list.toSorted((a, b) => rank(b) - rank(a));
  };
  const videos = streams.filter(isVideo);
  const audios = streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const fitting = videos.filter(({ codecpar }) => codecpar.width * codecpar.height <= MAX_PIXELS);
  if (videos.length > 0 && fitting.length === 0) {
    const { width, height } = videos[0]!.codecpar;
    throw new ReelscopeError(
      'unreadable_media',
      sentence('media.resolution', { width: String(width), height: String(height) }),
    );
  }
  const inspected = new Set([
    ...chosenFirst(fitting, videos, [choice.video]).slice(0, MAX_VIDEO_STREAMS),
    ...chosenFirst(audios, audios, choice.audio ?? []).slice(0, MAX_AUDIO_STREAMS),
  ]);
  for (const stream of streams) {
    if (!inspected.has(stream)) exclude(stream, excluded);
  }
}

/** Matroska states the end of the last block as the duration; other containers state the length. */
function statedDuration({ duration }: FormatContext, demuxer: string, originSeconds: number): number {
  const seconds = duration > 0n ? Number(duration) / 1e6 : 0;
  return demuxer === 'matroska' && originSeconds > 0 ? Math.max(0, seconds - originSeconds) : seconds;
}

function originOf(context: FormatContext, chosen: (Stream | null)[]): number {
  const starts = chosen
    .filter((stream): stream is Stream => stream !== null && stream.startTime !== NO_TIMESTAMP)
    .map((stream) => toSeconds(stream.startTime, stream.timeBase));
  if (starts.length > 0) return Math.min(...starts);
  return context.startTime === NO_TIMESTAMP ? 0 : Number(context.startTime) / 1e6;
}

/** FFmpeg compares the allowlist with the full demuxer names, such as `mov,mp4,m4a,3gp,3g2,mj2`. */
function allowedFormatNames(): string {
  return [...ALLOWED_DEMUXERS].map((name) => InputFormat.findInputFormat(name)?.name ?? name).join(',');
}

/** Creates an `unreadable_media` error with FFmpeg's message, which is no sentence for users, as its cause. */
export function unreadable(code: number, reason: LocalizedText): ReelscopeError {
  return new ReelscopeError('unreadable_media', reason, { cause: new FFmpegError(code) });
}
