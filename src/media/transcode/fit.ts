import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Area } from '../blur/coarsen.ts';
import { isWide } from '../color/source-colors.ts';
import { type FilterChain, openFilterChain } from '../filter-chain.ts';
import { type Geometry, uprightGeometry } from '../geometry.ts';
import { check } from './encoder.ts';

export interface Size {
  width: number;
  height: number;
}

/** Fits frames of one stream onto a canvas: upright, whole, centered on black, BT.709 or as wide as it was. */
export interface FrameFitter {
  /** Passes on the fitted frame, which the callee must not keep, and where on the canvas the picture is. */
  fit<Result>(frame: Frame, use: (fitted: Frame, place: Area) => Result): Result;
  close(): void;
}

const TURNS = { 0: '', 90: 'transpose=clock', 180: 'hflip,vflip', 270: 'transpose=cclock' } as const;

/** @param rotation clockwise, of the stream */
export function createFrameFitter(canvas: Size, { rotation }: Pick<Geometry, 'rotation'>): FrameFitter {
  let current: ({ key: string; place: Area } & FilterChain) | undefined;
  const fitted = new Frame();
  fitted.alloc();
  const close = () => {
    current?.graph.free();
    current = undefined;
  };
  return {
    fit(frame, use) {
      const { num, den } = frame.sampleAspectRatio;
      // Size and format may change within a stream.
      const key = `${frame.width}x${frame.height}/${frame.format}/${num}:${den}/${isWide(frame)}`;
      if (current?.key !== key) {
        close();
        const upright = uprightGeometry(frame.width, frame.height, num > 0 && den > 0 ? num / den : 1, rotation);
        const place = placeOf(upright, canvas);
        const filters = [TURNS[rotation], ...fitFilters(place, canvas, isWide(frame))].filter(Boolean);
        const chain = openFilterChain(frame, filters);
        if (!chain) throw new ReelscopeError('unreadable_media', sentence('media.part-undecodable'));
        current = { key, place, ...chain };
      }
      check(current.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), sentence('step.frame'));
      check(current.sink.buffersinkGetFrameSync(fitted), sentence('step.frame'));
      try {
        return use(fitted, current.place);
      } finally {
        fitted.unref();
      }
    },
    close() {
      close();
      fitted.free();
    },
  };
}

/** A frame to scale into, 8-bit 4:2:0, whose rows have the padding that FFmpeg's scaler writes to. Must be freed. */
export function emptyFrame(size: Size): Frame {
  const frame = new Frame();
  frame.alloc();
  Object.assign(frame, { ...size, format: AV_PIX_FMT_YUV420P });
  check(frame.getBuffer(), sentence('step.frame'));
  return frame;
}

/** A black frame of the canvas, in memory of its own: one of a buffer is lost with the buffer. Must be freed. */
export function blackFrame(canvas: Size): Frame {
  const frame = emptyFrame(canvas);
  for (const [i, plane] of frame.data!.entries()) plane.fill(i === 0 ? 16 : 128);
  return frame;
}

/** Where a frame is when it is scaled into the canvas and centered. Pure. */
function placeOf(upright: Size, canvas: Size): Area {
  const scale = Math.min(canvas.width / upright.width, canvas.height / upright.height);
  const even = (size: number, max: number) => Math.min(max, Math.max(2, Math.round((size * scale) / 2) * 2));
  const [width, height] = [even(upright.width, canvas.width), even(upright.height, canvas.height)];
  const centered = (rest: number) => Math.floor(rest / 4) * 2;
  return { left: centered(canvas.width - width), top: centered(canvas.height - height), width, height };
}

/** Filters that scale a frame to its place. Wide colors are left to {@link createVideoSink}. */
function fitFilters({ left, top, width, height }: Area, canvas: Size, isWide: boolean): string[] {
  return [
    `scale=${width}:${height}:flags=bicubic:${isWide ? 'out_color_matrix=bt2020' : 'out_color_matrix=bt709'}:out_range=tv`,
    isWide ? 'format=yuv420p10le' : 'format=yuv420p',
    `pad=${canvas.width}:${canvas.height}:${left}:${top}:black`,
    'setsar=1',
  ];
}
