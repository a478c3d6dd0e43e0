import { availableParallelism } from 'node:os';
import { Packet } from 'node-av/lib';
import { throwIfAborted } from '../base/abort.ts';
import { roundSeconds } from '../base/time.ts';
import type { Decoding } from '../contract/analysis/decoding.ts';
import { ReelscopeError } from '../contract/errors.ts';
import type { TrackChoice, TrackUse } from '../contract/library/tracks.ts';
import type { LocalizedText } from '../contract/message.ts';
import { sentence } from '../core/texts/sentence.ts';
import { AudioGroup } from './audio/audio-group.ts';
import type { SpeechStream } from './audio/speech-meter.ts';
import { createBreather } from './breather.ts';
import { RAW_VIDEO } from './demuxers.ts';
import type { MediaConsumer, MediaInfo } from './frames.ts';
import { FallbackDecoder } from './hardware/fallback.ts';
import { type ChosenDevice, chooseDevice, type SelfTestOptions } from './hardware/self-test.ts';
import { type MediaInput, openInput } from './input.ts';
import { passThreads } from './limits.ts';
import { mediaInfo } from './probe.ts';
import { isBeyond, seekToRange, type TimeRange } from './range.ts';
import { openRawDecoder, type RawDecoder } from './raw-decoder.ts';
import { hasDiscontinuousTimestamps } from './timestamps/timestamp-corrector.ts';
import { type Routed, StreamRouter } from './tracks/stream-router.ts';
import type { Track } from './tracks/track.ts';
import { losesTrack, trackUse, trackWarnings } from './tracks/track-warnings.ts';
import { VideoTrack } from './tracks/video-track.ts';

export interface MediaPassOptions {
  /** The file, if it has been opened already and nothing was read from it; the pass closes it. */
  input?: MediaInput | undefined;
  /** Tracks that a user chose. Ignored with `input`, which has its own. */
  choice?: TrackChoice | undefined;
  /** Creates a speech detector, by which audio tracks are chosen; without it, all of the recording are mixed. */
  detectSpeech?: (() => Promise<SpeechDetector | null>) | undefined;
  /** Number of decoder threads, 0 for FFmpeg's choice. Default: {@link passThreads}. */
  threads?: number;
  /** Whether a device may decode the video; see hardware/self-test.ts. Default: the processor. */
  hardware?: SelfTestOptions | undefined;
  /** Called with what decodes the video of a pass with `hardware`, and again if that changes. */
  onDecoding?: (decoding: Decoding) => void;
  /** Reads this part only; consumers may receive some of what is before and after it. */
  range?: TimeRange | undefined;
  signal?: AbortSignal;
  /** Once aborted, the pass ends as if the file ended there. */
  stop?: AbortSignal | undefined;
  /** Called several times per second with the seconds of media decoded so far. */
  onProgress?: (time: number) => void;
  /** Called once at the end, while retained frames can still be converted to stills. */
  onEnd?: (summary: MediaPassSummary) => Promise<void>;
}

/** Speech detector for any number of tracks. */
export interface SpeechDetector {
  stream(): SpeechStream;
  dispose(): Promise<void>;
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
  /** Whether everything up to the stated end of the decoded streams was decoded, at continuous times. */
  isIntact: boolean;
  /** Use of the audio tracks that were decoded, and number of the video track; undefined if speech was not measured. */
  tracks: TrackUse | undefined;
  /** User-facing warnings, such as damage. */
  warnings: LocalizedText[];
}

/** Decoders of a pass. */
interface Decoders {
  /** All of them. */
  tracks: Track[];
  video: VideoTrack | undefined;
  audio: AudioGroup | undefined;
  isVideoNeeded: boolean;
}

/**
 * Decodes each required stream of a file exactly once and passes frames and samples to the consumers.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError; whatever a consumer throws
 */
export async function runMediaPass(
  path: string,
  consumers: readonly MediaConsumer[],
  options: MediaPassOptions = {},
): Promise<MediaPassSummary> {
  const input = options.input ?? (await openInput(path, options.choice));
  const looksAtStills = consumers.some((consumer) => consumer.needs.stills);
  const threads = options.threads ?? passThreads(availableParallelism(), looksAtStills);
  const isVideoNeeded = consumers.some((consumer) => consumer.needs.luma || consumer.needs.stills);
  const decoders: Decoders = { tracks: [], video: undefined, audio: undefined, isVideoNeeded };
  let chosen: ChosenDevice | undefined;
  let detector: SpeechDetector | null | undefined;
  let router: StreamRouter<Track> | undefined;
  try {
    if (options.hardware && isVideoNeeded && input.video)
      chosen = await chooseDevice(path, { ...options.hardware, choice: input.choice });
    if (chosen) options.onDecoding?.(chosen.decoding);
    if (isVideoNeeded) openVideo(input, consumers, decoders, threads, rawDecoderOf(input, chosen, threads, options));
    if (consumers.some((consumer) => consumer.needs.audio)) {
      const hasChoice = input.audios.length > 1 || hasDiscontinuousTimestamps(input.container);
      if (hasChoice) detector = await options.detectSpeech?.();
      openAudio(input, consumers, decoders, { detect: detector?.stream, signal: options.signal });
    }
    router = routerOf(input, decoders, options.range ? seekToRange(input, options.range) : false);
    await pump(input, decoders.tracks, router, options);
    const summary = summarize(input, decoders, router, options);
    await options.onEnd?.(summary);
    return summary;
  } finally {
    router?.close();
    for (const track of decoders.tracks) track.close();
    chosen?.device?.close();
    input.close();
    await detector?.dispose();
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
  return new FallbackDecoder(
    first,
    () => openRawDecoder(video, { threads }),
    () => onDecoding?.({ ...chosen!.decoding, device: null, reason: 'fell_back' }),
  );
}

/** Opens the video, unless its decoder can't be opened and the file has sound. */
function openVideo(
  input: MediaInput,
  consumers: readonly MediaConsumer[],
  decoders: Decoders,
  threads: number,
  raw: RawDecoder | undefined,
): void {
  if (!input.video) return;
  try {
    decoders.video = new VideoTrack(input.video, input.originSeconds, consumers, { threads, raw });
    decoders.tracks.push(decoders.video);
  } catch (error) {
    if (!(error instanceof ReelscopeError) || input.audios.length === 0) throw error;
  }
}

function openAudio(
  input: MediaInput,
  consumers: readonly MediaConsumer[],
  decoders: Decoders,
  options: Pick<ConstructorParameters<typeof AudioGroup>[1], 'detect' | 'signal'>,
): void {
  const { originSeconds, choice } = input;
  const audio = new AudioGroup(consumers, { ...options, originSeconds, chosen: choice.audio });
  decoders.audio = audio;
  decoders.tracks.push(...input.audios.flatMap((track) => audio.add(track) ?? []));
}

function routerOf(input: MediaInput, { tracks, video, audio }: Decoders, hasSeeked: boolean): StreamRouter<Track> {
  const addAudio = (track: Parameters<AudioGroup['add']>[0]) => audio?.add(track);
  const originSeconds = hasSeeked ? undefined : input.originSeconds;
  return new StreamRouter<Track>(input, { tracks, video, addAudio, originSeconds });
}

async function pump(
  input: MediaInput,
  tracks: readonly Track[],
  router: StreamRouter<Track>,
  { signal, stop, range, onProgress }: MediaPassOptions,
): Promise<void> {
  const packet = new Packet();
  packet.alloc();
  const breathe = createBreather();
  try {
    // Any error ends reading, not only the end of the file, so that the readable part of a truncated recording is kept.
    while (tracks.length > 0 && input.context.readFrameSync(packet) >= 0) {
      if (range && isBeyond(packet, input, range)) break;
      const routed = router.route(packet);
      const waiting = routed && feed(routed);
      if (waiting) await waiting;
      packet.unref();
      if (!(await breathe(signal))) continue;
      onProgress?.(furthest(tracks));
      if (stop?.aborted) break;
    }
    const rest = router.end();
    if (rest) await feed(rest);
    for (const track of tracks) await track.feed(null);
    throwIfAborted(signal);
    onProgress?.(furthest(tracks));
  } finally {
    packet.free();
  }
}

/** Feeds packets to their track; a returned promise must settle before the next ones. */
function feed({ track, packets, areCopies }: Routed<Track>): Promise<void> | undefined {
  if (!areCopies) return track.feed(packets[0]!);
  return (async () => {
    for (const packet of packets) {
      await track.feed(packet);
      packet.free();
    }
  })();
}

function furthest(tracks: readonly Track[]): number {
  return Math.max(0, ...tracks.map((track) => track.endTime));
}

/** Seconds at which tracks end that were decoded; undefined without any. */
function endOf(tracks: readonly Track[]): number | undefined {
  const decoded = tracks.filter(({ units }) => units > 0);
  return decoded.length > 0 ? roundSeconds(furthest(decoded)) : undefined;
}

function summarize(
  input: MediaInput,
  { tracks, video, audio, isVideoNeeded }: Decoders,
  { jumps, followed }: StreamRouter<Track>,
  { stop, detectSpeech }: MediaPassOptions,
): MediaPassSummary {
  const stopped = stop?.aborted === true;
  const info = mediaInfo(input);
  const units = tracks.reduce((sum, track) => sum + track.units, 0);
  if (units === 0 && !stopped && (tracks.length > 0 || audio)) {
    throw new ReelscopeError('unreadable_media', sentence('media.undecodable'));
  }
  const damaged = tracks.reduce((sum, track) => sum + track.damaged, 0);
  const endTime = roundSeconds(furthest(tracks));
  const outcome = {
    audio: audio?.states(),
    video: isVideoNeeded ? new Set(video && video.units > 0 ? followed : []) : undefined,
    ends: { video: endOf(video ? [video] : []), audio: endOf(tracks.filter((track) => track !== video)) },
  };
  // Without a detector, nobody listened: the mix is only drawn.
  const hasListened = detectSpeech !== undefined;
  const warnings = trackWarnings(input, hasListened ? outcome : { ...outcome, audio: undefined });
  if (damaged > 0) warnings.push(sentence('warning.damaged', { count: damaged }));
  if (RAW_VIDEO.has(info.container)) warnings.push(sentence('warning.counted-times'));
  const complete = !stopped && [input.video && video, input.audio && audio].every((decoded) => decoded !== undefined);
  // Containers round durations, and audio may end slightly before the video.
  const isCut = complete && info.duration - endTime > Math.max(2, info.duration * 0.02);
  if (jumps > 0) warnings.push(sentence('warning.timestamps', { count: jumps }));
  else if (isCut) {
    warnings.push(sentence('warning.ends-early', { stated: info.duration, actual: endTime }));
  }
  const tracksUse = hasListened ? trackUse(input, outcome) : undefined;
  const isIntact = !stopped && damaged === 0 && jumps === 0 && !isCut && !losesTrack(input, outcome);
  return { info, frames: video?.units ?? 0, endTime, complete, jumps, isIntact, tracks: tracksUse, warnings };
}
