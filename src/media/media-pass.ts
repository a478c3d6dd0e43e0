import { AV_LOG_QUIET, AVDISCARD_ALL } from 'node-av/constants';
import { Log, Packet } from 'node-av/lib';
import { throwIfAborted } from '../base/abort.ts';
import { roundSeconds } from '../base/time.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { createAudioTrack } from './audio-track.ts';
import type { MediaConsumer, MediaInfo } from './frames.ts';
import { type MediaInput, openInput } from './input.ts';
import { mediaInfo } from './probe.ts';
import type { Track } from './track.ts';
import { createVideoTrack } from './video-track.ts';

export interface MediaPassOptions {
  /** Decoder threads; 0 (default) = one per core. */
  threads?: number;
  signal?: AbortSignal;
  /** Called a few times a second with the seconds of media that have been decoded. */
  onProgress?: (time: number) => void;
  /** Called once after the last picture and sample, while retained pictures can still be made into stills. */
  onEnd?: (summary: MediaPassSummary) => Promise<void>;
}

export interface MediaPassSummary {
  info: MediaInfo;
  /** Pictures decoded. */
  frames: number;
  /** Seconds at which the last picture or sample that could be decoded ends. */
  endTime: number;
  /** Whether every analyzed stream was decoded; if not, the file may last longer than `endTime`. */
  complete: boolean;
  /** What the user should know about the file, e.g. that it is damaged. */
  warnings: string[];
}

/** The event loop gets its turn this often, for messages and cancelling (milliseconds). */
const YIELD_INTERVAL_MS = 40;

// FFmpeg writes to the process's stderr by itself; damage is counted and reported as a warning instead.
Log.setLevel(AV_LOG_QUIET);

/**
 * Decodes every needed stream of a file exactly once and hands the pictures and samples to the consumers.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CancelledError; whatever a consumer throws
 */
export async function runMediaPass(
  path: string,
  consumers: readonly MediaConsumer[],
  options: MediaPassOptions = {},
): Promise<MediaPassSummary> {
  const input = await openInput(path);
  const tracks: Track[] = [];
  try {
    tracks.push(...openTracks(input, consumers, options.threads ?? 0));
    for (const stream of input.context.streams) {
      if (!tracks.some((track) => track.streamIndex === stream.index)) stream.discard = AVDISCARD_ALL;
    }
    await pump(input, tracks, options);
    const summary = summarize(input, tracks);
    await options.onEnd?.(summary);
    return summary;
  } finally {
    for (const track of tracks) track.close();
    input.close();
  }
}

function openTracks(input: MediaInput, consumers: readonly MediaConsumer[], threads: number): Track[] {
  const tracks: Track[] = [];
  const looks = consumers.some((consumer) => consumer.needs.luma || consumer.needs.stills);
  const listens = consumers.some((consumer) => consumer.needs.audio);
  if (looks && input.video) tracks.push(createVideoTrack(input.video, input.originSeconds, consumers, threads));
  if (listens && input.audio) tracks.push(createAudioTrack(input.audio, input.originSeconds, consumers));
  return tracks;
}

async function pump(input: MediaInput, tracks: Track[], { signal, onProgress }: MediaPassOptions): Promise<void> {
  const byStream = new Map(tracks.map((track) => [track.streamIndex, track]));
  const packet = new Packet();
  packet.alloc();
  let turn = performance.now();
  try {
    // Any error, not only the end of the file, ends reading: what came before it is kept (truncated recordings).
    while (tracks.length > 0 && input.context.readFrameSync(packet) >= 0) {
      const waiting = byStream.get(packet.streamIndex)?.feed(packet);
      packet.unref();
      if (waiting) await waiting;
      if (performance.now() - turn < YIELD_INTERVAL_MS) continue;
      await new Promise(setImmediate);
      throwIfAborted(signal);
      onProgress?.(furthest(tracks));
      turn = performance.now();
    }
    for (const track of tracks) await track.feed(null);
    throwIfAborted(signal);
    onProgress?.(furthest(tracks));
  } finally {
    packet.free();
  }
}

function furthest(tracks: Track[]): number {
  return Math.max(0, ...tracks.map((track) => track.endTime));
}

function summarize(input: MediaInput, tracks: Track[]): MediaPassSummary {
  const info = mediaInfo(input);
  const units = tracks.reduce((sum, track) => sum + track.units, 0);
  if (tracks.length > 0 && units === 0) {
    throw new ReelscopeError('unreadable_media', 'Nothing in the file could be decoded. It is damaged or cut off.');
  }
  const damaged = tracks.reduce((sum, track) => sum + track.damaged, 0);
  const endTime = roundSeconds(furthest(tracks));
  const warnings: string[] = [];
  if (damaged > 0) warnings.push(`The file is damaged: ${damaged} parts of it could not be decoded.`);
  const complete = [input.video, input.audio].every(
    (stream) => !stream || tracks.some((t) => t.streamIndex === stream.index),
  );
  // Containers round durations, and sound may end a little earlier than the picture.
  if (complete && info.duration - endTime > Math.max(2, info.duration * 0.02)) {
    warnings.push(`The file says that it lasts ${info.duration} s, but it ends after ${endTime} s.`);
  }
  const video = tracks.find((track) => track.streamIndex === input.video?.index);
  return { info, frames: video?.units ?? 0, endTime, complete, warnings };
}
