import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  AV_CODEC_ID_NONE,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_LOG_QUIET,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat, Log, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import type { Sentence } from '../contract/message.ts';
import { sentence } from '../contract/sentence.ts';
import { checkFrameSizes, type FrameSize } from './frame-size-check.ts';
import { MAX_PIXELS } from './limits.ts';
import { ALLOWED_DEMUXERS, type DemuxerName, sniff } from './sniff.ts';
import { NO_TIMESTAMP, toSeconds } from './timestamps.ts';

/** Limit for the demuxer; recordings with many audio tracks stay far below. */
const MAX_STREAMS = 1024;
/** Limits for the streams that FFmpeg inspects: it opens a decoder and may decode a frame for each of them. */
const MAX_VIDEO_STREAMS = 4;
const MAX_AUDIO_STREAMS = 12;

// FFmpeg would write to stderr; damage is counted and reported as a warning instead.
Log.setLevel(AV_LOG_QUIET);

/** Opened file with the streams to analyze. Must be closed. */
export interface MediaInput {
  readonly context: FormatContext;
  readonly container: string;
  readonly sizeBytes: number;
  readonly video: Stream | null;
  readonly audio: Stream | null;
  readonly audioTracks: number;
  /** Earliest timestamp of the file in seconds; subtracted from all times. */
  readonly originSeconds: number;
  /** Duration in seconds as stated by the container; 0 if unknown. */
  readonly duration: number;
  close(): void;
}

/**
 * Opens an untrusted file. The demuxer is determined from the file's first bytes, and nested formats and protocols are restricted by
 * allowlists, so that a crafted file can't open other files or connections. Streams that will not be used are not inspected.
 * @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function openInput(path: string): Promise<MediaInput> {
  const demuxer = await sniff(path);
  const { size } = await stat(path);
  const context = openContext(path, demuxer);
  try {
    restrictStreams(context.streams);
    excludeOversized(context, path, demuxer);
    const found = context.findStreamInfoSync(null);
    if (found < 0) throw unreadable(found, (reason) => sentence('media.streams', { reason }));
    return describe(context, demuxer, size);
  } catch (error) {
    context.closeInputSync();
    throw error;
  }
}

/** Opens a file without inspecting its streams. @throws ReelscopeError `unreadable_media` */
export function openContext(path: string, demuxer: DemuxerName): FormatContext {
  const context = new FormatContext();
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: allowedFormatNames(),
    max_streams: MAX_STREAMS,
  });
  // `file:` with an absolute path prevents file names from being interpreted as protocols or options.
  const opened = context.openInputSync(`file:${resolve(path)}`, InputFormat.findInputFormat(demuxer), options);
  if (opened < 0) throw unreadable(opened, (reason) => sentence('media.damaged', { reason }));
  return context;
}

/**
 * Excludes video streams whose frames are larger than the limit, whatever the container states.
 * @throws ReelscopeError `unreadable_media` if no video is left
 */
function excludeOversized(context: FormatContext, path: string, demuxer: DemuxerName): void {
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
  for (const stream of videos) if (!left.includes(stream)) exclude(stream);
}

/** Reads the frame sizes of `videos` in a second context, since reading moves the position. */
function frameSizes(path: string, demuxer: DemuxerName, videos: readonly Stream[]): Map<number, FrameSize> {
  const context = openContext(path, demuxer);
  try {
    return checkFrameSizes(context, new Set(videos.map(({ index }) => index)));
  } finally {
    context.closeInputSync();
  }
}

function exclude(stream: Stream): void {
  stream.discard = AVDISCARD_ALL;
  stream.codecpar.codecId = AV_CODEC_ID_NONE;
}

const isInspected = ({ codecId }: Stream['codecpar']) => codecId !== AV_CODEC_ID_NONE;

function describe(context: FormatContext, demuxer: string, sizeBytes: number): MediaInput {
  const streams = context.streams;
  const video = pickStream(context, streams, AVMEDIA_TYPE_VIDEO);
  const audio = pickStream(context, streams, AVMEDIA_TYPE_AUDIO);
  if (!video && !audio) throw new ReelscopeError('unreadable_media', sentence('media.no-streams'));
  if (demuxer === 'gif' && video?.nbFrames === 1n) {
    throw new ReelscopeError('unreadable_media', sentence('media.still-image'));
  }
  const originSeconds = originOf(context, [video, audio]);
  return {
    context,
    container: demuxer,
    sizeBytes,
    video,
    audio,
    audioTracks: streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO).length,
    originSeconds,
    duration: statedDuration(context, demuxer, originSeconds),
    close: () => context.closeInputSync(),
  };
}

/**
 * Excludes unneeded streams from inspection: cover art beyond the limits, oversized video, and streams that are never chosen. Default
 * streams come first, as in FFmpeg's own choice. Transport and program streams announce their streams later and are not affected.
 * @throws ReelscopeError `unreadable_media` if all video is oversized
 */
function restrictStreams(streams: readonly Stream[]): void {
  const isCover = ({ disposition }: Stream) => (disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0;
  const ofType = (type: typeof AVMEDIA_TYPE_VIDEO) => streams.filter(({ codecpar }) => codecpar.codecType === type);
  const defaultFirst = (list: Stream[]) =>
    list.toSorted((a, b) => (b.disposition & AV_DISPOSITION_DEFAULT) - (a.disposition & AV_DISPOSITION_DEFAULT));
  const videos = ofType(AVMEDIA_TYPE_VIDEO).filter((stream) => !isCover(stream));
  const fitting = videos.filter(({ codecpar }) => codecpar.width * codecpar.height <= MAX_PIXELS);
  if (videos.length > 0 && fitting.length === 0) {
    const { width, height } = videos[0]!.codecpar;
    throw new ReelscopeError(
      'unreadable_media',
      sentence('media.resolution', { width: String(width), height: String(height) }),
    );
  }
  const inspected = new Set([
    ...defaultFirst(fitting).slice(0, MAX_VIDEO_STREAMS),
    ...defaultFirst(ofType(AVMEDIA_TYPE_AUDIO)).slice(0, MAX_AUDIO_STREAMS),
  ]);
  for (const stream of streams) {
    if (!inspected.has(stream)) exclude(stream);
  }
}

/** Matroska states the end of the last block as the duration; other containers state the length. */
function statedDuration({ duration }: FormatContext, demuxer: string, originSeconds: number): number {
  const seconds = duration > 0n ? Number(duration) / 1e6 : 0;
  return demuxer === 'matroska' && originSeconds > 0 ? Math.max(0, seconds - originSeconds) : seconds;
}

/** Applies FFmpeg's selection (default track, resolution, bit rate), but never selects cover art. */
function pickStream(context: FormatContext, streams: Stream[], type: typeof AVMEDIA_TYPE_VIDEO): Stream | null {
  const stream = streams[context.findBestStream(type, -1, -1)] ?? null;
  if (!stream || (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) === 0) return stream;
  const others = streams.filter(
    (s) => s.codecpar.codecType === type && (s.disposition & AV_DISPOSITION_ATTACHED_PIC) === 0,
  );
  return others[0] ?? null;
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
  return ALLOWED_DEMUXERS.map((name) => InputFormat.findInputFormat(name)?.name ?? name).join(',');
}

/** Creates an `unreadable_media` error with FFmpeg's message as its cause. */
export function unreadable(code: number, describe: (reason: string) => Sentence): ReelscopeError {
  const cause = new FFmpegError(code);
  return new ReelscopeError('unreadable_media', describe(cause.message), { cause });
}
