import { rm } from 'node:fs/promises';
import { AVDISCARD_ALL, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Dictionary, FormatContext, Packet } from 'node-av/lib';
import { throwIfAborted } from '../../base/abort.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import { openDecoder } from '../decoder.ts';
import { type MediaInput, openInput } from '../input.ts';
import { sniff } from '../sniff.ts';
import { hasDiscontinuousTimestamps, TimestampCorrector } from '../timestamp-corrector.ts';
import { scanTimestamps } from '../timestamp-scan.ts';
import { createAudioEncodeTrack } from './audio.ts';
import { createCopyTrack } from './copy.ts';
import { check } from './encoder.ts';
import { CLOCK_TOLERANCE_SECONDS, type TranscodeRequest, type TranscodeSummary, type Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';
import { createVideoEncodeTrack } from './video.ts';

/** Interval at which the event loop runs for messages and cancellation. */
const YIELD_INTERVAL_MS = 40;
/** Ranges that start earlier are read from the beginning, which is as fast and always exact. */
const MIN_SEEK_SECONDS = 5;
/** Audio decoding starts this much earlier, because decoders need a few frames to settle. */
const PREROLL_SECONDS = 0.5;

/** Packets decoded to detect interlaced video. */
const MAX_INSPECTED_PACKETS = 30;

/** Signals that seeking missed the start of the range, so that the file is read from the beginning. */
class RetryRead extends Error {}

/**
 * Converts a file, or a range of it, to a widely playable MP4: progressive H.264 (4:2:0, 8 bits, at most 1080p, one keyframe per
 * second) and stereo AAC, with the index in front. Frames keep their times to 1/90000 s (variable frame rate and rotation are
 * preserved; 0 = the earliest timestamp of the file). The target exists only on success.
 * @throws ReelscopeError `unreadable_media`, `not_found`, `storage_full`, `internal`; CanceledError
 */
export async function transcode(path: string, request: TranscodeRequest): Promise<TranscodeSummary> {
  const ways = [
    ...(request.copyVideo && !request.range && !(await startsInterlaced(path)) ? [{ copy: true, seek: false }] : []),
    ...((await canSeek(path, request)) ? [{ copy: false, seek: true }] : []),
    { copy: false, seek: false },
  ];
  for (const way of ways) {
    try {
      return await attempt(path, request, way);
    } catch (error) {
      await rm(request.target, { force: true });
      const isLast = way === ways.at(-1);
      const canRetry = error instanceof RetryRead || (way.copy && error instanceof ReelscopeError);
      if (isLast || !canRetry) throw error;
    }
  }
  throw new ReelscopeError('internal', sentence('media.not-converted'));
}

/** Whether seeking pays and is exact: after a jump of the timestamps, a position of the file is not a time of the analysis. */
async function canSeek(path: string, { range, signal }: TranscodeRequest): Promise<boolean> {
  if (!range || range.start <= MIN_SEEK_SECONDS) return false;
  if (!hasDiscontinuousTimestamps(await sniff(path))) return true;
  const { jumps } = await scanTimestamps(path, { untilSeconds: range.end, signal });
  return jumps === 0;
}

/** Decodes the first frames to find out whether the video is interlaced; browsers would show a copy of it with combing. */
async function startsInterlaced(path: string): Promise<boolean> {
  const input = await openInput(path);
  const packet = new Packet();
  packet.alloc();
  try {
    if (!input.video) return false;
    const { index } = input.video;
    for (const stream of input.context.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    const decoder = openDecoder(input.video, 1);
    try {
      for (let read = 0; read < MAX_INSPECTED_PACKETS && input.context.readFrameSync(packet) >= 0; read++) {
        if (packet.streamIndex === index) decoder.decode(packet, () => {});
        packet.unref();
        if (decoder.isInterlaced) return true;
      }
      return false;
    } finally {
      decoder.close();
    }
  } finally {
    packet.free();
    input.close();
  }
}

async function attempt(
  path: string,
  request: TranscodeRequest,
  way: { copy: boolean; seek: boolean },
): Promise<TranscodeSummary> {
  const input = await openInput(path);
  const output = new FormatContext();
  const tracks: TranscodeTrack[] = [];
  let isOpen = false;
  try {
    check(output.allocOutputContext2(null, 'mp4', request.target), 'write MP4');
    const window: Window = request.range ?? { start: 0, end: Number.POSITIVE_INFINITY };
    const { video, audio, originSeconds: origin } = input;
    const isCopied = way.copy && video !== null;
    if (video && isCopied) tracks.push(createCopyTrack(output, video, origin));
    else if (video) tracks.push(createVideoEncodeTrack(output, video, origin, window));
    if (audio) tracks.push(createAudioEncodeTrack(output, audio, origin, window));
    for (const stream of input.context.streams) {
      if (!tracks.some((track) => track.streamIndex === stream.index)) stream.discard = AVDISCARD_ALL;
    }
    check(await output.openOutput(), 'create the file');
    isOpen = true;
    check(await output.writeHeader(Dictionary.fromObject({ movflags: '+faststart' })), 'write the header');
    if (way.seek) seek(input, window.start);
    await pump(input, tracks, window, way.seek, request);
    for (const track of tracks) track.finish();
    if (!tracks.some((track) => track.count > 0)) {
      throw new ReelscopeError('unreadable_media', sentence('media.part-undecodable'));
    }
    check(await output.writeTrailer(), 'finish the file');
    await output.closeOutput();
    isOpen = false;
    request.onProgress?.(1);
    return {
      duration: Math.max(...tracks.map((track) => track.endTime)),
      hasVideo: video !== null,
      hasAudio: audio !== null,
    };
  } finally {
    for (const track of tracks) track.close();
    if (isOpen) await output.closeOutput();
    output.freeContext();
    input.close();
  }
}

function seek(input: MediaInput, start: number): void {
  const stream = input.video ?? input.audio!;
  const { num, den } = stream.timeBase;
  const target = BigInt(Math.round(((Math.max(0, start - PREROLL_SECONDS) + input.originSeconds) * den) / num));
  if (input.context.seekFrameSync(stream.index, target, AVSEEK_FLAG_BACKWARD) < 0) throw new RetryRead();
}

async function pump(
  input: MediaInput,
  tracks: TranscodeTrack[],
  window: Window,
  hasSeeked: boolean,
  { signal, onProgress }: TranscodeRequest,
): Promise<void> {
  const byStream = new Map(tracks.map((track) => [track.streamIndex, track]));
  const end = Math.min(window.end, input.duration || window.end);
  // After seeking, reading starts at the keyframe before the range.
  const from = hasSeeked ? window.start : 0;
  const streams = input.context.streams.filter(({ index }) => byStream.has(index));
  const corrector = new TimestampCorrector(input.container, streams, hasSeeked ? undefined : input.originSeconds);
  const packet = new Packet();
  packet.alloc();
  let turn = performance.now();
  let isChecked = !hasSeeked;
  try {
    while (input.context.readFrameSync(packet) >= 0) {
      const track = byStream.get(packet.streamIndex);
      if (track) corrector.correct(packet);
      if (track && !track.isDone) track.feed(packet);
      packet.unref();
      if (!isChecked && tracks.some((each) => each.firstTime !== undefined)) {
        const isLate = tracks.some((each) => (each.firstTime ?? 0) > window.start + CLOCK_TOLERANCE_SECONDS);
        if (isLate) throw new RetryRead();
        isChecked = tracks.every((each) => each.firstTime !== undefined);
      }
      if (tracks.every((each) => each.isDone)) break;
      if (performance.now() - turn < YIELD_INTERVAL_MS) continue;
      await new Promise(setImmediate);
      throwIfAborted(signal);
      const time = Math.min(...tracks.map((each) => Math.max(each.time, from)));
      if (end > from && Number.isFinite(end)) onProgress?.(Math.min(0.99, Math.max(0, (time - from) / (end - from))));
      turn = performance.now();
    }
    throwIfAborted(signal);
  } finally {
    packet.free();
  }
}
