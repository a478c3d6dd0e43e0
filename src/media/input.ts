import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../contract/errors.ts';
import { ALLOWED_DEMUXERS, sniff } from './sniff.ts';
import { NO_TIMESTAMP, toSeconds } from './timestamps.ts';

/** More streams than this in one file is an attack or damage, not a recording. */
const MAX_STREAMS = 64;

/** An opened file with the streams that are analyzed. Close it. */
export interface MediaInput {
  readonly context: FormatContext;
  readonly container: string;
  readonly sizeBytes: number;
  readonly video: Stream | null;
  readonly audio: Stream | null;
  readonly audioTracks: number;
  /** Seconds of the earliest timestamp of the file; subtracted from every time. */
  readonly originSeconds: number;
  /** Seconds as the container states; 0 when it does not. */
  readonly duration: number;
  close(): void;
}

/**
 * Opens an untrusted file: the demuxer is forced from the file's first bytes, nested formats and protocols are on
 * allow lists, so that a crafted file opens no other file and no connection.
 * @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function openInput(path: string): Promise<MediaInput> {
  const demuxer = await sniff(path);
  const { size } = await stat(path);
  const context = new FormatContext();
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: allowedFormatNames(),
    max_streams: MAX_STREAMS,
  });
  // `file:` with an absolute path, so that no file name is taken for a protocol or an option.
  const opened = context.openInputSync(`file:${resolve(path)}`, InputFormat.findInputFormat(demuxer), options);
  if (opened < 0) throw unreadable(opened, 'The file is damaged or not what it says it is');
  try {
    const found = context.findStreamInfoSync(null);
    if (found < 0) throw unreadable(found, 'The streams of the file could not be read');
    return describe(context, demuxer, size);
  } catch (error) {
    context.closeInputSync();
    throw error;
  }
}

function describe(context: FormatContext, demuxer: string, sizeBytes: number): MediaInput {
  const streams = context.streams;
  const video = pickStream(context, streams, AVMEDIA_TYPE_VIDEO);
  const audio = pickStream(context, streams, AVMEDIA_TYPE_AUDIO);
  if (!video && !audio) throw new ReelscopeError('unreadable_media', 'The file holds neither a picture nor sound.');
  return {
    context,
    container: demuxer,
    sizeBytes,
    video,
    audio,
    audioTracks: streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO).length,
    originSeconds: originOf(context, [video, audio]),
    duration: context.duration > 0n ? Number(context.duration) / 1e6 : 0,
    close: () => context.closeInputSync(),
  };
}

/** FFmpeg's own choice (default track, resolution, bit rate), but never a cover picture. */
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

/** FFmpeg compares the white list with each name of a demuxer, e.g. `mov,mp4,m4a,3gp,3g2,mj2`. */
function allowedFormatNames(): string {
  return ALLOWED_DEMUXERS.map((name) => InputFormat.findInputFormat(name)?.name ?? name).join(',');
}

/** An `unreadable_media` error that keeps FFmpeg's own words as its cause. */
export function unreadable(code: number, what: string): ReelscopeError {
  const cause = new FFmpegError(code);
  return new ReelscopeError('unreadable_media', `${what} (${cause.message}).`, { cause });
}
