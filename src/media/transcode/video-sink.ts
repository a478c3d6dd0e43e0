import {
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  SWS_BICUBIC,
} from 'node-av/constants';
import { type FormatContext, type Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import { sentence } from '../../core/texts/sentence.ts';
import { createPictureScaler, MAPPED_COLORS } from '../color/picture-scaler.ts';
import { isWide } from '../color/source-colors.ts';
import { check, openEncoder } from './encoder.ts';
import { emptyFrame } from './fit.ts';
import { CLOCK_TOLERANCE_SECONDS } from './spec.ts';

/** Ticks per second of the target: the clock of MPEG transport streams, finer than any frame rate. */
const CLOCK_RATE = 90_000;
/** Keyframe interval, which limits the work of seeking. */
const KEYFRAME_INTERVAL_SECONDS = 1;

/** Video stream of an output. */
export interface VideoSink {
  /**
   * Scales and encodes a frame shown from `at` to `end`, in seconds; false for one that does not follow the last.
   * @param paint changes the scaled frame (8-bit 4:2:0) before it is encoded
   */
  write(frame: Frame, at: number, end: number, paint?: (picture: Frame) => void): boolean;
  finish(): void;
  close(): void;
}

type Colors = Pick<Stream['codecpar'], 'colorSpace' | 'colorPrimaries' | 'colorTrc'>;

/**
 * Adds a stream of widely playable H.264 to an output: high dynamic range and wide primaries become SDR with BT.709.
 * @param size of the encoded frame, before rotation
 * @param colors of the source
 */
export function createVideoSink(
  output: FormatContext,
  size: { width: number; height: number },
  colors: Colors,
): VideoSink {
  const { colorSpace, colorPrimaries, colorTrc } = isWide(colors) ? MAPPED_COLORS : colors;
  const encoder = openEncoder(
    output,
    'libx264',
    { preset: 'veryfast', crf: 21, bf: 0, 'forced-idr': 1, profile: 'high' },
    (context) => {
      Object.assign(context, { ...size, pixelFormat: AV_PIX_FMT_YUV420P, timeBase: new Rational(1, CLOCK_RATE) });
      // Keyframes are forced by time; this is only an upper limit.
      context.gopSize = 600;
      context.colorRange = AVCOL_RANGE_MPEG;
      Object.assign(context, { colorSpace, colorPrimaries, colorTrc });
    },
  );
  const scaler = createPictureScaler(SWS_BICUBIC);
  const picture = emptyFrame(size);

  let lastKey = Number.NEGATIVE_INFINITY;
  let lastTicks = -1n;
  const durations = new Map<bigint, bigint>();
  const ticks = (seconds: number) => BigInt(Math.round(seconds * CLOCK_RATE));
  const setDuration = (packet: Packet): void => {
    packet.duration = durations.get(packet.pts) ?? packet.duration;
    durations.delete(packet.pts);
  };

  return {
    write(frame, at, end, paint) {
      const pts = ticks(at);
      if (pts <= lastTicks) return false;
      check(picture.makeWritable(), sentence('step.frame'));
      picture.colorRange = AVCOL_RANGE_MPEG;
      // Frames that aren't converted keep their matrix, unless the stream's others are.
      picture.colorSpace = isWide(colors) ? colorSpace : frame.colorSpace;
      scaler.scale(picture, frame);
      paint?.(picture);
      picture.pts = pts;
      picture.pictType =
        at - lastKey >= KEYFRAME_INTERVAL_SECONDS - CLOCK_TOLERANCE_SECONDS ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      if (picture.pictType === AV_PICTURE_TYPE_I) lastKey = at;
      // The previous frame lasts until this one, whatever the file states.
      if (durations.has(lastTicks)) durations.set(lastTicks, pts - lastTicks);
      durations.set(pts, ticks(end) - pts);
      lastTicks = pts;
      encoder.encode(picture, setDuration);
      return true;
    },
    finish: () => encoder.encode(null, setDuration),
    close() {
      encoder.close();
      scaler.close();
      picture.free();
    },
  };
}
