import type { Region } from '../../contract/search/visual.ts';
import type { LumaFrame, MediaConsumer, MediaNeeds, Still } from '../../media/frames.ts';
import { cutPixels, scaleSamples } from '../../media/images/scale.ts';
import type { TimeRange } from '../../media/range.ts';
import { brighten, isDark, isDeepDark, levelsOf } from './brighten.ts';
import type { FrameStack } from './frame-stack.ts';

/** Longer side in pixels to which a view is enlarged: that in which text is read. */
export const VIEW_SIDE = 1280;
/** Longer side in pixels of the frames that are decoded in full. */
export const MAX_FRAME_SIDE = 4096;
/** Longer side in pixels of the small pictures by which modules find changes. */
const LUMA_SIDE = 160;
/** Seconds that a frame is shown at least. */
const INSTANT = 0.001;

export interface PictureLensOptions {
  range: TimeRange;
  /** Part of the frame. */
  view: Region;
  /** Shortest distance of two pictures in seconds; 0 for every frame. */
  interval: number;
  consumers: readonly MediaConsumer[];
  /** Receives the frames before the lens. */
  stack: Pick<FrameStack, 'part'>;
}

/**
 * Shows modules a part of the frames of a range, enlarged and brightened, as a video of its own that starts at 0: they
 * run as in an analysis, on other pictures.
 */
export class PictureLens implements MediaConsumer {
  readonly needs: MediaNeeds = { luma: true, stills: { intervalSeconds: Number.MAX_VALUE, maxSide: MAX_FRAME_SIDE } };
  readonly #options: PictureLensOptions;
  /** Lengths in seconds of the frames that are about to arrive as stills, by time. */
  readonly #due = new Map<number, number>();
  readonly #originals = new WeakMap<Still, Still>();
  #last = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(options: PictureLensOptions) {
    this.#options = options;
  }

  /** Pictures shown so far. */
  get count(): number {
    return this.#count;
  }

  /** The whole frame of a picture that modules received. */
  originalOf(still: Still): Still | undefined {
    return this.#originals.get(still);
  }

  onLuma({ time, duration }: LumaFrame): boolean {
    const { range, interval } = this.#options;
    const isIn = time < range.end && time + Math.max(duration, INSTANT) > range.start;
    if (!isIn || time - this.#last < interval - INSTANT / 2) return false;
    this.#last = time;
    this.#due.set(time, duration);
    return true;
  }

  async onStill(still: Still): Promise<void> {
    const duration = this.#due.get(still.time);
    if (duration === undefined) return;
    this.#due.delete(still.time);
    const { range, view, consumers, stack } = this.#options;
    const time = Math.max(0, still.time - range.start);
    const picture = viewOf(still, stack, view, time);
    this.#originals.set(picture, still);
    const frame = lumaFrameOf(picture, { index: this.#count++, duration });
    for (const consumer of consumers) {
      consumer.onLuma?.(frame);
      await consumer.onStill?.(picture);
    }
  }
}

/**
 * Cuts a view out of a still, enlarges it to {@link VIEW_SIDE}, and brightens it if it is dark. Stretching clips the
 * edges of letters, so it comes last, except where it needs the levels of several frames.
 */
function viewOf(still: Still, stack: Pick<FrameStack, 'part'>, view: Region, time: number): Still {
  const [left, top] = [Math.round(view.x * still.width), Math.round(view.y * still.height)];
  const width = Math.max(1, Math.round((view.x + view.width) * still.width) - left);
  const height = Math.max(1, Math.round((view.y + view.height) * still.height) - top);
  const isWhole = width === still.width && height === still.height;
  const whole = { ...still, channels: 3 as const, data: still.rgb };
  const cut = isWhole ? still.rgb : cutPixels(whole, left, top, width, height).data;
  const part = new Uint8Array(cut.buffer, cut.byteOffset, cut.length);
  const levels = levelsOf(part);
  const mean = isDeepDark(levels) ? stack.part(left, top, width, height) : undefined;
  const data = mean ? brighten(mean.samples, levelsOf(mean.samples), mean.frames) : part;
  const target = fitted({ width, height }, VIEW_SIDE);
  const filter = target.width > width ? 'lanczos' : 'bilinear';
  const isSame = target.width === width && target.height === height;
  const scaled = isSame
    ? data
    : scaleSamples({ width, height, channels: 3, data }, target.width, target.height, filter).data;
  const rgb = new Uint8Array(scaled.buffer, scaled.byteOffset, scaled.length);
  const picture = { time, ...target, rgb };
  if (!isDark(levels)) return picture;
  const scaledLevels = levelsOf(rgb);
  return isDark(scaledLevels) ? { ...picture, rgb: brighten(rgb, scaledLevels, 1) } : picture;
}

/** Size with a longer side of `side` pixels. Pure. */
export function fitted({ width, height }: { width: number; height: number }, side: number) {
  const scale = side / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The small gray picture that modules receive before a still. */
function lumaFrameOf(still: Still, { index, duration }: { index: number; duration: number }): LumaFrame {
  const { width, height } = fitted(still, LUMA_SIDE);
  const even = { width: Math.max(2, width & ~1), height: Math.max(2, height & ~1) };
  const small = scaleSamples({ ...still, channels: 3, data: still.rgb }, even.width, even.height, 'box').data;
  const luma = new Uint8Array(even.width * even.height);
  // ITU-R BT.601, in the range of video.
  for (let i = 0; i < luma.length; i++)
    luma[i] = Math.round(16 + (65.5 * small[3 * i]! + 128.6 * small[3 * i + 1]! + 25 * small[3 * i + 2]!) / 255);
  const neutral = new Uint8Array((even.width / 2) * (even.height / 2)).fill(128);
  return {
    index,
    time: still.time,
    duration,
    ...even,
    luma,
    chromaU: neutral,
    chromaV: neutral,
    retain: () => ({ time: still.time, toStill: () => still, release() {} }),
  };
}
