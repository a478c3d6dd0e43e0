import type { LumaFrame, RetainedFrame, Still } from '../../media/frames.ts';

/** Distance of held frames in seconds, which is the precision of a change between two stills. */
const DISTANCE_SECONDS = 0.1;
/** Frames held between two stills. */
const MAX_HELD = 6;

/** Holds full-size frames between two stills, so that a change can be located where luma frames are too small for it. */
export class HeldFrames {
  #held: { frame: RetainedFrame; still: Still | null }[] = [];

  add(frame: LumaFrame): void {
    const last = this.#held.at(-1)?.frame.time ?? Number.NEGATIVE_INFINITY;
    if (frame.time - last < DISTANCE_SECONDS - 0.0005 || this.#held.length >= MAX_HELD) return;
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

  /** Releases the frames before `time`. */
  release(time = Number.POSITIVE_INFINITY): void {
    for (const { frame } of this.#held) if (frame.time < time) frame.release();
    this.#held = this.#held.filter(({ frame }) => frame.time >= time);
  }
}
