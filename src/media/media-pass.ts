import { availableParallelism } from 'node:os';
import { AVDISCARD_ALL } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { throwIfAborted } from '../base/abort.ts';
import { roundSeconds } from '../base/time.ts';
import type { Decoding } from '../contract/decoding.ts';
import { ReelscopeError } from '../contract/errors.ts';
import type { Sentence } from '../contract/message.ts';
import { sentence } from '../contract/sentence.ts';
import { createAudioTrack } from './audio-track.ts';
import type { MediaConsumer, MediaInfo } from './frames.ts';
import { withFallback } from './hardware/fallback.ts';
import { type ChosenDevice, chooseDevice, type SelfTestOptions } from './hardware/self-test.ts';
import { type MediaInput, openInput } from './input.ts';
import { passThreads } from './limits.ts';
import { mediaInfo } from './probe.ts';
import { openRawDecoder, type RawDecoder } from './raw-decoder.ts';
import { TimestampCorrector } from './timestamp-corrector.ts';
import type { Track } from './track.ts';
import { createVideoTrack } from './video-track.ts';

export interface MediaPassOptions {
  /** The file, if it has been opened already and nothing was read from it; the pass closes it. */
  input?: MediaInput | undefined;
  /** Number of decoder threads, 0 for FFmpeg's choice. Default: {@link passThreads}. */
  threads?: number;
  /** Whether a device may decode the video; see hardware/self-test.ts. Default: the processor. */
  hardware?: SelfTestOptions | undefined;
  /** Called with what decodes the video of a pass with `hardware`, and again if that changes. */
  onDecoding?: (decoding: Decoding) => void;
  signal?: AbortSignal;
  /** Once aborted, the pass ends as if the file ended there. */
  stop?: AbortSignal | undefined;
  /** Called several times per second with the seconds of media decoded so far. */
  onProgress?: (time: number) => void;
  /** Called once at the end, while retained frames can still be converted to stills. */
  onEnd?: (summary: MediaPassSummary) => Promise<void>;
}

export interface MediaPassSummary {
  info: MediaInfo;
  /** Number of decoded video frames. */
  frames: number;
  /** Seconds at which the last decoded frame or sample ends. */
  endTime: number;
  /** Whether all relevant streams were decoded; if not, the file may be longer than `endTime`. */
  complete: boolean;
  /** Number of timestamp jumps that were corrected; if there are any, the container's duration is meaningless. */
  jumps: number;
  /** User-facing warnings, such as damage. */
  warnings: Sentence[];
}

/** Interval at which the event loop runs for messages and cancellation. */
const YIELD_INTERVAL_MS = 40;

/**
 * Decodes each required stream of a file exactly once and passes frames and samples to the consumers.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError; whatever a consumer throws
 */
export async function runMediaPass(
  path: string,
  consumers: readonly MediaConsumer[],
  options: MediaPassOptions = {},
): Promise<MediaPassSummary> {
  const input = options.input ?? (await openInput(path));
  const looksAtStills = consumers.some((consumer) => consumer.needs.stills);
  const threads = options.threads ?? passThreads(availableParallelism(), looksAtStills);
  const tracks: Track[] = [];
  let chosen: ChosenDevice | undefined;
  try {
    const isVideoNeeded = consumers.some((consumer) => consumer.needs.luma || consumer.needs.stills);
    if (options.hardware && isVideoNeeded && input.video) chosen = await chooseDevice(path, options.hardware);
    if (chosen) options.onDecoding?.(chosen.decoding);
    tracks.push(...openTracks(input, consumers, threads, rawDecoderOf(input, chosen, threads, options)));
    for (const stream of input.context.streams) {
      if (!tracks.some((track) => track.streamIndex === stream.index)) stream.discard = AVDISCARD_ALL;
    }
    const streams = input.context.streams.filter(({ index }) => tracks.some((track) => track.streamIndex === index));
    const corrector = new TimestampCorrector(input.container, streams, input.originSeconds);
    await pump(input, tracks, corrector, options);
    const summary = summarize(input, tracks, corrector.jumps, options.stop?.aborted === true);
    await options.onEnd?.(summary);
    return summary;
  } finally {
    for (const track of tracks) track.close();
    chosen?.device?.close();
    input.close();
  }
}

/** Decoder of the chosen device, which the processor replaces if it fails midway; undefined for the processor. */
function rawDecoderOf(
  { video }: MediaInput,
  chosen: ChosenDevice | undefined,
  threads: number,
  { onDecoding }: MediaPassOptions,
): RawDecoder | undefined {
  const first = video && chosen?.device?.openDecoder(video);
  if (!first) return undefined;
  return withFallback(
    first,
    () => openRawDecoder(video, { threads }),
    () => onDecoding?.({ ...chosen!.decoding, device: null, reason: 'fell_back' }),
  );
}

function openTracks(
  input: MediaInput,
  consumers: readonly MediaConsumer[],
  threads: number,
  raw: RawDecoder | undefined,
): Track[] {
  const tracks: Track[] = [];
  const needsVideo = consumers.some((consumer) => consumer.needs.luma || consumer.needs.stills);
  const needsAudio = consumers.some((consumer) => consumer.needs.audio);
  if (needsVideo && input.video)
    tracks.push(createVideoTrack(input.video, input.originSeconds, consumers, { threads, raw }));
  if (needsAudio && input.audio) tracks.push(createAudioTrack(input.audio, input.originSeconds, consumers));
  return tracks;
}

async function pump(
  input: MediaInput,
  tracks: Track[],
  corrector: TimestampCorrector,
  { signal, stop, onProgress }: MediaPassOptions,
): Promise<void> {
  const byStream = new Map(tracks.map((track) => [track.streamIndex, track]));
  const packet = new Packet();
  packet.alloc();
  let turn = performance.now();
  try {
    // Any error ends reading, not only the end of the file, so that the readable part of a truncated recording is kept.
    while (tracks.length > 0 && input.context.readFrameSync(packet) >= 0) {
      corrector.correct(packet);
      const waiting = byStream.get(packet.streamIndex)?.feed(packet);
      packet.unref();
      if (waiting) await waiting;
      if (performance.now() - turn < YIELD_INTERVAL_MS) continue;
      await new Promise(setImmediate);
      throwIfAborted(signal);
      onProgress?.(furthest(tracks));
      if (stop?.aborted) break;
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

function summarize(input: MediaInput, tracks: Track[], jumps: number, stopped: boolean): MediaPassSummary {
  const info = mediaInfo(input);
  const units = tracks.reduce((sum, track) => sum + track.units, 0);
  if (tracks.length > 0 && units === 0 && !stopped) {
    throw new ReelscopeError('unreadable_media', sentence('media.undecodable'));
  }
  const damaged = tracks.reduce((sum, track) => sum + track.damaged, 0);
  const endTime = roundSeconds(furthest(tracks));
  const warnings: Sentence[] = [];
  if (damaged > 0) warnings.push(sentence('warning.damaged', { count: damaged }));
  const complete =
    !stopped &&
    [input.video, input.audio].every((stream) => !stream || tracks.some((t) => t.streamIndex === stream.index));
  if (jumps > 0) warnings.push(sentence('warning.timestamps', { count: jumps }));
  // Containers round durations, and audio may end slightly before the video.
  else if (complete && info.duration - endTime > Math.max(2, info.duration * 0.02)) {
    warnings.push(sentence('warning.ends-early', { stated: info.duration, actual: endTime }));
  }
  const video = tracks.find((track) => track.streamIndex === input.video?.index);
  return { info, frames: video?.units ?? 0, endTime, complete, jumps, warnings };
}
