import type { LumaFrame, RetainedFrame, Still } from '../../media/frames.ts';

/** Minimum distance of held frames in seconds, which is the precision of a change between two stills. */
const MIN_DISTANCE_SECONDS = 0.1;
/** Usual distance of stills in seconds. */
const STILL_SECONDS = 0.5;
/** Frames held between two stills, and the memory that they may occupy. */
const MAX_HELD = 5;
const MAX_BYTES = 64_000_000;
/** Bytes per pixel of 8-bit 4:2:0. */
const BYTES_PER_PIXEL = 1.5;

/**
 * Holds full-size frames between two stills, so that a change can be located where luma frames are too small for it.
 */
export class HeldFrames {
  readonly #limit: number;
  readonly #distance: number;
  #since = Number.NEGATIVE_INFINITY;
  #held: { frame: RetainedFrame; still: Still | null }[] = [];

  /** @param pixels of a frame; large ones are held less often */
  constructor(pixels: number) {
    const fitting = Math.floor(MAX_BYTES / (Math.max(1, pixels) * BYTES_PER_PIXEL));
    this.#limit = Math.min(MAX_HELD, Math.max(1, fitting));
    this.#distance = Math.max(MIN_DISTANCE_SECONDS, STILL_SECONDS / (this.#limit + 1));
  }

  add(frame: LumaFrame): void {
    const last = this.#held.at(-1)?.frame.time ?? this.#since;
    // Tolerance of half a millisecond for frame rates such as 29.97.
    if (frame.time - last < this.#distance - 0.0005 || this.#held.length >= this.#limit) return;
    this.#held.push({ frame: frame.retain(), still: null });
  }

  /** Times of the frames between two stills. */
  between(from: number, to: number): number[] {
    return this.#held.map(({ frame }) => frame.time).filter((time) => time > from && time < to);
  }

  /** The frame at a time of {@link between}, as a still of the given size. */
  stillAt(time: number, maxSide: number): Still {
    const held = this.#held.find(({ frame }) => frame.time === time)!;
    held.still ??= held.frame.toStill(maxSide);
    return held.still;
  }

  /** Releases the frames until a still at `time`. */
  release(time = Number.POSITIVE_INFINITY): void {
    this.#since = time;
    for (const { frame } of this.#held) if (frame.time <= time) frame.release();
    this.#held = this.#held.filter(({ frame }) => frame.time > time);
  }
}
