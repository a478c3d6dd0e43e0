import { mutualMismatch } from '../frames/block-matching.ts';
import { project, squaredDistance } from '../frames/compare.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';

/** A frame is plain if its contrast falls below this share of the previous contrast, */
const PLAIN_SHARE = 0.2;
/** or below this standard deviation (gray levels). */
const PLAIN_CONTRAST = 1;
/** Maximum share of the previous contrast at the darkest point of a fade; a low-contrast scene has more. */
const DEEP_SHARE = 0.1;
/** Minimum contrast of a scene for a loss of contrast to count, in gray levels. */
const SCENE_CONTRAST = 3;
/** Time over which the contrast before and after a fade is measured, in seconds. */
const AROUND_SECONDS = 1.2;
/** Share of the final contrast at which a scene is fully visible. */
const WHOLE_SHARE = 0.93;
/** Factor by which contrast must grow within the next frames for a fade to continue. */
const FADE_GROWTH = 1.04;
/** Minimum frames of a gradual change; a shorter one is abrupt. */
const FADE_PICTURES = 3;
/** Maximum mismatch of scenes before and after that count as the same. */
const SAME_SCENE = 0.45;
/** Maximum length of a flash in seconds, after which motion may explain a larger mismatch. */
const FLASH_SECONDS = 0.22;
const SAME_AFTER_FLASH = 0.75;
/** Maximum squared distance of a faded frame from the line between plain and full, in lengths of the line. */
const MIX_ERROR = 0.06;
/** Duration in seconds from which low contrast is a scene of its own. */
const MAX_LOW_SECONDS = 2;

/** A period of plain frames (black, white, or one color) between two scenes. Times in seconds. */
export interface Fade {
  /** Last full frame before it; the start of the video if that is plain. */
  readonly start: number;
  /** First full frame after it; the end of the video if that is plain. */
  readonly end: number;
  readonly plainStart: number;
  readonly plainEnd: number;
  /** Whether the contrast fell and rose gradually. */
  readonly fadesOut: boolean;
  readonly fadesIn: boolean;
  /** Whether the same scene follows. Undefined at the ends of the video. */
  readonly same: boolean | undefined;
}

/** Detects fades in a stream of frames; reports each {@link AROUND_SECONDS} after it ended. */
export class FadeTracker {
  /** Frames of the last moments, or since the last full frame during a fade. */
  #recent: FrameSummary[] = [];
  #state: 'start' | 'scene' | 'plain' | 'returning' = 'start';
  #before: { frame: FrameSummary; fades: boolean } | undefined;
  #plain!: { frame: FrameSummary; start: number; end: number; least: number };
  #level = 0;
  #returned: FrameSummary[] = [];

  /** Adds a frame; returns the fade that it completes, if any. */
  push(frame: FrameSummary): Fade | undefined {
    if (this.#state === 'start') {
      this.#state = frame.contrast < PLAIN_CONTRAST ? 'plain' : 'scene';
      this.#plain = { frame, start: frame.time, end: frame.time, least: frame.contrast };
    }
    let fade: Fade | undefined;
    if (this.#state === 'scene') this.#watch(frame);
    else if (this.#state === 'plain') this.#wait(frame);
    else fade = this.#return(frame);
    if (this.#state === 'scene') {
      this.#recent.push(frame);
      while (this.#recent[0]!.time < frame.time - AROUND_SECONDS) this.#recent.shift();
    }
    return fade;
  }

  /** Seconds before which no fade can still be found. */
  get settledUntil(): number {
    if (this.#state === 'start' || this.#state === 'scene') return this.#recent[0]?.time ?? 0;
    return this.#before?.frame.time ?? 0;
  }

  /** Returns the fade in progress at the end of the video. */
  finish(end: number): Fade | undefined {
    if (this.#state === 'returning') return this.#complete();
    if (this.#state !== 'plain') return undefined;
    return this.#fade(this.#plain.end, end, false, undefined);
  }

  #watch(frame: FrameSummary): void {
    let level = 0;
    for (const { contrast } of this.#recent) if (contrast > level) level = contrast;
    const plain = level >= SCENE_CONTRAST && frame.contrast < Math.max(PLAIN_CONTRAST, level * PLAIN_SHARE);
    if (!plain) return;
    const backwards = this.#recent.toReversed();
    const steps = rampLength(backwards);
    this.#before = { frame: backwards[steps]!, fades: isFade(backwards, steps, frame) };
    this.#plain = { frame, start: frame.time, end: frame.time, least: frame.contrast };
    this.#level = level;
    this.#state = 'plain';
    this.#recent = [];
  }

  #wait(frame: FrameSummary): void {
    const still = frame.contrast < Math.max(PLAIN_CONTRAST, this.#level * PLAIN_SHARE);
    if (still && frame.contrast >= PLAIN_CONTRAST && frame.time - this.#plain.start > MAX_LOW_SECONDS) {
      this.#forget();
      return;
    }
    this.#plain.end = frame.time;
    if (frame.contrast <= this.#plain.least) this.#plain = { ...this.#plain, frame, least: frame.contrast };
    if (still) return;
    this.#returned = [frame];
    this.#state = 'returning';
  }

  #return(frame: FrameSummary): Fade | undefined {
    // Plain again before it was full: the fade continues (a strobe, or a flash in the dark).
    if (frame.contrast < PLAIN_CONTRAST && this.#returned.length < FADE_PICTURES) {
      this.#state = 'plain';
      this.#plain.end = frame.time;
      return undefined;
    }
    this.#returned.push(frame);
    const falls = frame.contrast < PLAIN_SHARE * Math.max(...this.#returned.map(({ contrast }) => contrast));
    if (!falls && frame.time - this.#returned[0]!.time < AROUND_SECONDS) return undefined;
    return this.#complete();
  }

  #complete(): Fade | undefined {
    const whole = rampLength(this.#returned);
    const after = this.#returned[whole]!;
    const same = this.#before ? isSame(this.#before.frame, after) : undefined;
    const fade = this.#fade(
      this.#returned[0]!.time,
      after.time,
      isFade(this.#returned, whole, this.#plain.frame),
      same,
    );
    const deep = this.#plain.least < Math.max(PLAIN_CONTRAST, DEEP_SHARE * this.#level);
    const rest = this.#returned.slice(whole);
    this.#forget();
    this.#recent = rest;
    return deep ? fade : undefined;
  }

  #fade(plainEnd: number, end: number, fadesIn: boolean, same: boolean | undefined): Fade {
    return {
      start: this.#before?.frame.time ?? 0,
      end,
      plainStart: this.#plain.start,
      plainEnd,
      fadesOut: this.#before?.fades ?? false,
      fadesIn,
      same,
    };
  }

  #forget(): void {
    this.#state = 'scene';
    this.#before = undefined;
    this.#returned = [];
    this.#recent = [];
  }
}

/** Whether the frames between a plain frame and the full frame `frames[whole]` mix the two, as in a fade. */
function isFade(frames: readonly FrameSummary[], whole: number, plain: FrameSummary): boolean {
  const target = frames[whole]!;
  const length = squaredDistance(plain, target);
  const ways = frames.slice(0, whole).map((frame) => project(plain, target, frame, length));
  const mixed = ways.filter(({ along }) => along > 0.12 && along < 0.88);
  // A flash or a cut has at most one frame in between; objects that leave a plain background are no mix.
  return mixed.length >= FADE_PICTURES - 1 && mixed[mixed.length >> 1]!.beside < MIX_ERROR;
}

/** Number of frames over which the contrast still grows: the length of the fade. */
function rampLength(frames: readonly FrameSummary[]): number {
  let at = 0;
  for (;;) {
    const here = frames[at]!.contrast;
    const next = frames
      .slice(at + 1, at + 1 + FADE_PICTURES)
      .findIndex(({ contrast }) => contrast > here * FADE_GROWTH);
    // A cut during the rise is not part of the fade: its step exceeds all previous ones.
    if (next < 0) break;
    // A cut during the rise is not part of the fade.
    if (at >= FADE_PICTURES && frames[at + next + 1]!.contrast > 3 * here) break;
    at += next + 1;
  }
  const level = frames[at]!.contrast;
  return frames.findIndex(({ contrast }) => contrast >= WHOLE_SHARE * level);
}

function isSame(a: FrameSummary, b: FrameSummary): boolean {
  const [least, most] = mutualMismatch(a, b);
  return (least + most) / 2 < (b.time - a.time <= FLASH_SECONDS ? SAME_AFTER_FLASH : SAME_SCENE);
}
