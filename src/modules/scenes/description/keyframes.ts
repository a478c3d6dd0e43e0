import type { LumaFrame, RetainedFrame } from '../../../media/frames.ts';

/** Interval at which frames are assessed, in seconds. */
const ASSESS_SECONDS = 0.09;
/** One candidate is retained per interval of this length (seconds) until the cuts in it are known. */
const STRETCH_SECONDS = 0.5;
/** Maximum candidates that an open shot retains from its settled part. */
const MAX_KEPT = 2;
/** Factor by which a frame must be better to replace a candidate: references are cheap, not free. */
const MIN_IMPROVEMENT = 1.15;
/** Frames this close (seconds) to the ends of a shot may still show the transition or its blur. */
const MARGIN_SECONDS = 0.1;

interface Candidate {
  readonly frame: RetainedFrame;
  readonly time: number;
  /** Sharpness, discounted for blur and darkness. */
  readonly quality: number;
}

/** Retains a few frames so that each shot can get its keyframe once its ends are known. */
export class KeyframeSelector {
  #pending: Candidate[] = [];
  #kept: Candidate[] = [];
  #assessedAt = Number.NEGATIVE_INFINITY;
  #stretchStart = Number.NEGATIVE_INFINITY;

  /** Adds a frame. `change`: distance to the previous frame; `contrast` of the frame; both in gray levels. */
  add(frame: LumaFrame, change: number, contrast: number): void {
    // A large change is likely a cut, and the frames after it need a candidate of their own.
    const jump = change > 0.5 * (contrast + 4);
    if (!jump && frame.time - this.#assessedAt < ASSESS_SECONDS) return;
    this.#assessedAt = frame.time;
    const quality = sharpness(frame) * Math.min(1, contrast / 10) * (1 / (1 + change / (contrast + 1)));
    const fresh = jump || frame.time - this.#stretchStart >= STRETCH_SECONDS;
    const last = this.#pending.at(-1);
    if (fresh || !last) {
      this.#stretchStart = frame.time;
      this.#pending.push({ frame: frame.retain(), time: frame.time, quality });
      this.#limit();
    } else if (quality > last.quality * MIN_IMPROVEMENT) {
      last.frame.release();
      this.#pending[this.#pending.length - 1] = { frame: frame.retain(), time: frame.time, quality };
    }
  }

  /** Records that no shot ends before `time` and that the open one began at `start`; releases unneeded candidates. */
  settle(start: number, time: number): void {
    while (this.#pending.length > 0 && this.#pending[0]!.time < time) this.#kept.push(this.#pending.shift()!);
    while (this.#kept.length > MAX_KEPT) this.#dropWorst(start, time);
  }

  /**
   * Returns the best frame for the shot from `start` to `end` (seconds; the next shot begins at `next`) and releases
   * the others up to `next`. The caller releases the returned frame. Undefined if there is none.
   */
  take(start: number, end: number, next: number): RetainedFrame | undefined {
    const before = [...this.#kept, ...this.#pending.filter(({ time }) => time < next)];
    this.#kept = [];
    this.#pending = this.#pending.filter(({ time }) => time >= next);
    const inside = before.filter(({ time }) => time >= start && time < end);
    const best = inside.reduce<Candidate | undefined>(
      (top, candidate) => (!top || scoreOf(candidate, start, end) > scoreOf(top, start, end) ? candidate : top),
      undefined,
    );
    for (const { frame } of before) if (frame !== best?.frame) frame.release();
    return best?.frame;
  }

  /** Releases everything. */
  release(): void {
    for (const { frame } of [...this.#kept, ...this.#pending]) frame.release();
    this.#kept = [];
    this.#pending = [];
  }

  /** A strobe starts an interval with every flash, so the number of retained frames needs a limit of its own. */
  #limit(): void {
    const most = 16;
    if (this.#pending.length <= most) return;
    const worst = this.#pending
      .slice(0, -1)
      .reduce((least, candidate) => (candidate.quality < least.quality ? candidate : least));
    worst.frame.release();
    this.#pending = this.#pending.filter((candidate) => candidate !== worst);
  }

  #dropWorst(start: number, end: number): void {
    const worst = this.#kept.reduce((least, candidate) =>
      scoreOf(candidate, start, end) < scoreOf(least, start, end) ? candidate : least,
    );
    worst.frame.release();
    this.#kept = this.#kept.filter((candidate) => candidate !== worst);
  }
}

/** Quality weighted by the distance from the ends of the shot: full in the middle half, less toward the ends. */
function scoreOf({ time, quality }: Candidate, start: number, end: number): number {
  const edge = Math.min(time - start, end - time);
  const place = Math.max(0.2, Math.min(1, edge / Math.max(0.01, (end - start) / 4)));
  return (quality + 0.01) * place * (edge < MARGIN_SECONDS ? 0.5 : 1);
}

/** Mean difference between neighboring pixels of every other row, in gray levels. */
export function sharpness({ luma, width, height }: Pick<LumaFrame, 'luma' | 'width' | 'height'>): number {
  let sum = 0;
  let count = 0;
  for (let y = 0; y + 1 < height; y += 2) {
    for (let at = y * width, end = at + width - 1; at < end; at++) {
      const here = luma[at]!;
      sum += Math.abs(luma[at + 1]! - here) + Math.abs(luma[at + width]! - here);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}
