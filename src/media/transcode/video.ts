import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { FormatContext, Frame, Stream } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import { blurAreas } from '../blur/blur-areas.ts';
import type { FaceTrack } from '../blur/face-track.ts';
import { blurFrame, codedRegion } from '../blur/paint-blur.ts';
import { openFollowingDecoder, type StreamDecoder } from '../decoder.ts';
import { geometryOf, type Rotation } from '../geometry.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import type { ContinuableTrack } from '../tracks/video-succession.ts';
import { CLOCK_TOLERANCE_SECONDS, type Window } from './spec.ts';
import { endWith, type TranscodeTrack } from './transcode-track.ts';
import { createVideoSink } from './video-sink.ts';

/** 1080p in landscape or portrait orientation. */
const MAX_LONG_SIDE = 1920;
const MAX_SHORT_SIDE = 1080;

/** Returns the encoded size before rotation: even, square pixels, at most 1080p unless `isFullSize`. Pure. */
export function proxySize(
  width: number,
  height: number,
  rotation: Rotation,
  isFullSize = false,
): { width: number; height: number } {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = isFullSize ? 1 : Math.min(1, MAX_LONG_SIDE / long, MAX_SHORT_SIDE / short);
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
  options: { window: Window; isFullSize?: boolean | undefined; blur?: readonly FaceTrack[] | undefined },
): TranscodeTrack & ContinuableTrack {
  const { window, isFullSize, blur } = options;
  const { width, height, rotation } = geometryOf(stream);
  const size = proxySize(width, height, rotation, isFullSize);
  const sink = createVideoSink(output, size, stream.codecpar);
  const written = output.streams.at(-1)!;
  if (rotation !== 0) written.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, displayMatrix(rotation));
  const paintAt = (time: number) => (picture: Frame) => {
    const areas = blurAreas(blur ?? [], time).map((area) => codedRegion(area, rotation));
    blurFrame(picture, areas, { left: 0, top: 0, ...size });
  };
  const write: WriteFrame = (frame, at, end, time) => sink.write(frame, at, end, blur && paintAt(time));
  const track = createVideoTrack(stream, originSeconds, window, write);
  return endWith(track, sink);
}

/**
 * Receives a frame shown from `at` to `end`, in seconds from the start of the window; `time` is that of the frame in
 * the source, which may be before the window. Returns false for a frame that is not used.
 */
type WriteFrame = (frame: Frame, at: number, end: number, time: number) => boolean;

/** Decodes the part of a video stream in `window`. */
export function createVideoTrack(
  stream: Stream,
  originSeconds: number,
  window: Window,
  write: WriteFrame,
): TranscodeTrack & ContinuableTrack {
  let decoder = openFollowingDecoder(stream, 0);
  let { index: streamIndex, timeBase } = stream;
  let gap = nominalGap(stream);
  let first: number | undefined;
  let lastTime = Number.NEGATIVE_INFINITY;
  let endTime = 0;
  let count = 0;
  let before: { frame: Frame; time: number; end: number } | undefined;
  const put = (frame: Frame, time: number, duration: number, sourceTime = time): void => {
    const end = Math.min(time + duration, window.end);
    if (!write(frame, Math.max(0, time - window.start), end - window.start, sourceTime)) return;
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
        : Math.max(0, toSeconds(stamp, timeBase) - originSeconds);
    if (time <= lastTime) return;
    if (first !== undefined) gap = time - lastTime;
    first ??= time;
    lastTime = time;
    const duration = frame.duration > 0n ? toSeconds(frame.duration, timeBase) : gap;
    if (time >= window.end - CLOCK_TOLERANCE_SECONDS) return;
    if (time < window.start - CLOCK_TOLERANCE_SECONDS) {
      // The frame displayed at the start of the range may begin earlier.
      dropBefore();
      const copy = frame.clone();
      if (copy) before = { frame: copy, time, end: time + duration };
      return;
    }
    if (before) {
      if (time > window.start + CLOCK_TOLERANCE_SECONDS)
        put(before.frame, window.start, time - window.start, before.time);
      dropBefore();
    }
    put(frame, time, duration);
  };

  return {
    get streamIndex() {
      return streamIndex;
    },
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
    continueWith(successor) {
      const next = decoderOrNone(successor);
      if (!next) return false;
      decoder.decode(null, onFrame);
      decoder.close();
      decoder = next;
      ({ index: streamIndex, timeBase } = successor);
      return true;
    },
    finish() {
      decoder.decode(null, onFrame);
      if (before && count === 0 && before.end > window.start) {
        const { frame, time, end } = before;
        put(frame, window.start, Math.min(end, window.end) - window.start, time);
      }
      dropBefore();
    },
    close() {
      dropBefore();
      decoder.close();
    },
  };
}

function decoderOrNone(stream: Stream): StreamDecoder | undefined {
  try {
    return openFollowingDecoder(stream, 0);
  } catch (error) {
    if (error instanceof ReelscopeError) return undefined;
    throw error;
  }
}

/** Frame duration at the stream's average rate. */
function nominalGap({ avgFrameRate: rate }: Stream): number {
  return rate.num > 0 && rate.den > 0 ? rate.den / rate.num : 1 / 25;
}
