import { AVDISCARD_ALL, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { avGetCodecName, Frame, Packet, type Stream } from 'node-av/lib';
import type { Decoding } from '../../contract/analysis/decoding.ts';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import { createLumaScaler } from '../frame-scaler.ts';
import { geometryOf } from '../geometry.ts';
import { type MediaInput, openInput } from '../input.ts';
import { openRawDecoder, type RawDecoder } from '../raw-decoder.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import { type HardwareDevice, openDevices } from './device.ts';

/** Part of a file that is decoded by both. */
const TEST_SECONDS = 2;
const MAX_TEST_FRAMES = 240;
/** Mean difference of luma per frame, of 255; decoders are exact, only formats and scaling differ. */
const MAX_LUMA_DIFFERENCE = 1;
/** A smaller gain is not worth a driver. */
const MIN_SPEEDUP = 1.15;

/** Frames of the test, small, and the time that they took. */
export interface DecodedSample {
  frames: readonly { time: bigint; luma: Uint8Array }[];
  ms: number;
  /** Whether the decoder reported an error, or a frame had no timestamp. */
  hasFailed: boolean;
}

/** Device for a file, open; null for the processor. */
export interface ChosenDevice {
  decoding: Decoding;
  device: HardwareDevice | null;
}

/** Devices of the machine, and a clock in milliseconds, which tests replace. */
export interface SelfTestOptions {
  devices?: () => HardwareDevice[];
  clock?: () => number;
  /** Tracks that a user chose. */
  choice?: TrackChoice;
}

/**
 * Chooses what decodes the video of a file: the first device that decodes its first two seconds to the same pictures as
 * the processor, and faster. @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function chooseDevice(path: string, options: SelfTestOptions = {}): Promise<ChosenDevice> {
  const { devices: open = openDevices, clock = () => performance.now(), choice } = options;
  const devices = open();
  const codec = await withVideo(path, choice, ({ video }) => avGetCodecName(video.codecpar.codecId) ?? 'unknown');
  let chosen: HardwareDevice | null = null;
  let decoding: Decoding = { device: null, reason: devices.length > 0 ? 'codec' : 'no_device', codec, speedup: null };
  try {
    let expected: DecodedSample | undefined;
    for (const device of devices) {
      const decode = (openDecoder: (stream: Stream) => RawDecoder | null) =>
        withVideo(path, choice, (input) => decodeSample(input, openDecoder(input.video), clock));
      const found = await decode((stream) => device.openDecoder(stream));
      if (!found) continue;
      expected ??= (await decode((stream) => openRawDecoder(stream, { threads: 0 })))!;
      const reason = compareSamples(expected, found);
      const speedup = Math.round((10 * expected.ms) / Math.max(0.1, found.ms)) / 10;
      decoding = { device: reason === 'chosen' ? device.name : null, reason, codec, speedup };
      if (reason !== 'chosen') continue;
      chosen = device;
      break;
    }
    return { decoding, device: chosen };
  } finally {
    for (const device of devices) if (device !== chosen) device.close();
  }
}

/** Compares what a device decoded with what the processor did. Pure. */
export function compareSamples(
  expected: DecodedSample,
  found: DecodedSample,
): Extract<Decoding['reason'], 'chosen' | 'different' | 'slower' | 'failed'> {
  if (found.hasFailed || expected.hasFailed || expected.frames.length === 0) return 'failed';
  if (found.frames.length !== expected.frames.length) return 'different';
  const isSame = expected.frames.every((frame, i) => {
    const other = found.frames[i]!;
    return frame.time === other.time && meanDifference(frame.luma, other.luma) <= MAX_LUMA_DIFFERENCE;
  });
  if (!isSame) return 'different';
  return expected.ms >= found.ms * MIN_SPEEDUP ? 'chosen' : 'slower';
}

type VideoInput = MediaInput & { video: Stream };

async function withVideo<Result>(
  path: string,
  choice: TrackChoice | undefined,
  use: (input: VideoInput) => Result,
): Promise<Result> {
  const input = await openInput(path, choice);
  try {
    const { video } = input;
    if (!video) throw new Error('Only files with video have a decoder to choose.');
    for (const stream of input.context.streams) if (stream.index !== video.index) stream.discard = AVDISCARD_ALL;
    return use({ ...input, video });
  } finally {
    input.close();
  }
}

function decodeSample(input: VideoInput, decoder: RawDecoder | null, clock: () => number): DecodedSample | null {
  if (!decoder) return null;
  const { video, context } = input;
  const scaler = createLumaScaler(geometryOf(video));
  const frames: { time: bigint; luma: Uint8Array }[] = [];
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  let hasFailed = false;
  let isDone = false;
  const receive = (): void => {
    for (;;) {
      const received = decoder.receive(frame);
      if (received === AVERROR_EAGAIN || received === AVERROR_EOF) return;
      const time = received < 0 || frame.bestEffortTimestamp === NO_TIMESTAMP ? undefined : frame.bestEffortTimestamp;
      if (time === undefined) {
        hasFailed = isDone = true;
        return;
      }
      scaler.update(frame);
      frames.push({ time, luma: new Uint8Array(scaler.planes.luma) });
      frame.unref();
      isDone ||= toSeconds(time - frames[0]!.time, video.timeBase) >= TEST_SECONDS || frames.length >= MAX_TEST_FRAMES;
      if (isDone) return;
    }
  };
  const start = clock();
  try {
    while (!isDone && context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === video.index && decoder.send(packet) < 0) hasFailed = isDone = true;
      packet.unref();
      if (!isDone) receive();
    }
    if (!isDone) {
      decoder.send(null);
      receive();
    }
    return { frames, ms: clock() - start, hasFailed };
  } finally {
    frame.free();
    packet.free();
    scaler.close();
    decoder.close();
  }
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return a.length === b.length && a.length > 0 ? sum / a.length : 255;
}
