import {
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_RANGE_MPEG,
  SWS_BICUBIC,
} from 'node-av/constants';
import { type FormatContext, Frame, type Packet, Rational, SoftwareScaleContext, type Stream } from 'node-av/lib';
import { openDecoder } from '../decoder.ts';
import { geometryOf, type Rotation } from '../geometry.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps.ts';
import { check, openEncoder } from './encoder.ts';
import { CLOCK_TOLERANCE_SECONDS, type Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';

/** Ticks per second of the target: the clock of MPEG transport streams, finer than any frame rate. */
const CLOCK_RATE = 90_000;
/** Keyframe interval, which limits the work of seeking. */
const KEYFRAME_INTERVAL_SECONDS = 1;
/** 1080p in landscape or portrait orientation. */
const MAX_LONG_SIDE = 1920;
const MAX_SHORT_SIDE = 1080;

/** Returns the encoded size before rotation: even, square pixels, at most 1080p. Pure. */
export function proxySize(width: number, height: number, rotation: Rotation): { width: number; height: number } {
  const long = Math.max(width, height);
  const scale = Math.min(1, MAX_LONG_SIDE / long, MAX_SHORT_SIDE / Math.min(width, height));
  const even = (size: number) => Math.max(2, Math.round((size * scale) / 2) * 2);
  const turned = rotation === 90 || rotation === 270;
  return turned ? { width: even(height), height: even(width) } : { width: even(width), height: even(height) };
}

/** Display matrix: nine fixed-point numbers (16.16, last column 2.30), row by row (ISO/IEC 14496-12, 8.2.2). */
function displayMatrix(rotation: 90 | 180 | 270): Buffer {
  const [cos, sin] = ({ 90: [0, 1], 180: [-1, 0], 270: [0, -1] } as const)[rotation];
  const matrix = Buffer.alloc(36);
  for (const [i, value] of [cos * 65536, sin * 65536, 0, -sin * 65536, cos * 65536, 0, 0, 0, 2 ** 30].entries()) {
    matrix.writeInt32LE(value, i * 4);
  }
  return matrix;
}

/** Converts a video stream to widely playable H.264; each frame keeps its time. */
export function createVideoEncodeTrack(
  output: FormatContext,
  stream: Stream,
  originSeconds: number,
  window: Window,
): TranscodeTrack {
  const geometry = geometryOf(stream);
  const size = proxySize(geometry.width, geometry.height, geometry.rotation);
  const decoder = openDecoder(stream, 0);
  const { codecpar } = stream;
  const encoder = openEncoder(
    output,
    'libx264',
    { preset: 'veryfast', crf: 21, bf: 0, 'forced-idr': 1, profile: 'high' },
    (context) => {
      Object.assign(context, { ...size, pixelFormat: AV_PIX_FMT_YUV420P, timeBase: new Rational(1, CLOCK_RATE) });
      // Keyframes are forced by time; this is only an upper limit.
      context.gopSize = 600;
      context.colorRange = AVCOL_RANGE_MPEG;
      context.colorSpace = codecpar.colorSpace;
      context.colorPrimaries = codecpar.colorPrimaries;
      context.colorTrc = codecpar.colorTrc;
    },
  );
  const written = output.streams.at(-1)!;
  if (geometry.rotation !== 0) {
    written.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, displayMatrix(geometry.rotation));
  }
  const scaler = new SoftwareScaleContext();
  scaler.allocContext();
  scaler.setOption('sws_flags', SWS_BICUBIC);
  const picture = new Frame();
  picture.alloc();
  Object.assign(picture, { ...size, format: AV_PIX_FMT_YUV420P });
  check(picture.getBuffer(), 'allocate a picture');

  let gap = nominalGap(stream);
  let first: number | undefined;
  let lastTime = Number.NEGATIVE_INFINITY;
  let endTime = 0;
  let count = 0;
  let lastKey = Number.NEGATIVE_INFINITY;
  let lastTicks = -1n;
  let before: { frame: Frame; end: number } | undefined;
  const durations = new Map<bigint, bigint>();
  const ticks = (seconds: number) => BigInt(Math.round(seconds * CLOCK_RATE));
  const setDuration = (packet: Packet): void => {
    packet.duration = durations.get(packet.pts) ?? packet.duration;
    durations.delete(packet.pts);
  };

  const write = (frame: Frame, time: number, duration: number): void => {
    const at = Math.max(0, time - window.start);
    const pts = ticks(at);
    if (pts <= lastTicks) return;
    check(picture.makeWritable(), 'write a picture');
    picture.colorRange = AVCOL_RANGE_MPEG;
    picture.colorSpace = frame.colorSpace;
    check(scaler.scaleFrameSync(picture, frame), 'convert a picture');
    picture.pts = pts;
    picture.pictType =
      at - lastKey >= KEYFRAME_INTERVAL_SECONDS - CLOCK_TOLERANCE_SECONDS ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    if (picture.pictType === AV_PICTURE_TYPE_I) lastKey = at;
    const end = Math.min(time + duration, window.end);
    // The previous frame lasts until this one, whatever the file states.
    if (durations.has(lastTicks)) durations.set(lastTicks, pts - lastTicks);
    durations.set(pts, ticks(end - window.start) - pts);
    lastTicks = pts;
    encoder.encode(picture, setDuration);
    endTime = end;
    count++;
  };
  const dropBefore = () => {
    before?.frame.free();
    before = undefined;
  };

  const onFrame = (frame: Frame): void => {
    const stamp = frame.bestEffortTimestamp === NO_TIMESTAMP ? frame.pts : frame.bestEffortTimestamp;
    const time =
      stamp === NO_TIMESTAMP
        ? Math.max(0, lastTime) + (first === undefined ? 0 : gap)
        : Math.max(0, toSeconds(stamp, stream.timeBase) - originSeconds);
    if (time <= lastTime) return;
    if (first !== undefined) gap = time - lastTime;
    first ??= time;
    lastTime = time;
    const duration = frame.duration > 0n ? toSeconds(frame.duration, stream.timeBase) : gap;
    if (time >= window.end - CLOCK_TOLERANCE_SECONDS) return;
    if (time < window.start - CLOCK_TOLERANCE_SECONDS) {
      // The frame displayed at the start of the range may begin earlier.
      dropBefore();
      const kept = frame.clone();
      if (kept) before = { frame: kept, end: time + duration };
      return;
    }
    if (before) {
      if (time > window.start + CLOCK_TOLERANCE_SECONDS) write(before.frame, window.start, time - window.start);
      dropBefore();
    }
    write(frame, time, duration);
  };

  return {
    streamIndex: stream.index,
    get firstTime() {
      return first;
    },
    get time() {
      return Math.max(0, lastTime);
    },
    get endTime() {
      return Math.max(0, endTime - window.start);
    },
    get count() {
      return count;
    },
    get isDone() {
      return lastTime >= window.end;
    },
    feed: (packet) => decoder.decode(packet, onFrame),
    finish() {
      decoder.decode(null, onFrame);
      if (before && count === 0 && before.end > window.start) {
        write(before.frame, window.start, Math.min(before.end, window.end) - window.start);
      }
      dropBefore();
      encoder.encode(null, setDuration);
    },
    close() {
      dropBefore();
      decoder.close();
      encoder.close();
      scaler.freeContext();
      picture.free();
    },
  };
}

/** Frame duration at the stream's average rate. */
function nominalGap({ avgFrameRate: rate }: Stream): number {
  return rate.num > 0 && rate.den > 0 ? rate.den / rate.num : 1 / 25;
}
