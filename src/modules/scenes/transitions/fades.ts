import { mutualMismatch } from '../frames/block-matching.ts';
import { project, squaredDistance } from '../frames/compare.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';

/** A picture is plain when its contrast falls below this share of what it was before, */
const PLAIN_SHARE = 0.2;
/** or below this standard deviation (grey levels) whatever it was. */
const PLAIN_CONTRAST = 1;
/** In its depth, a fade has less than this share of the contrast before it; a scene of low contrast has more. */
const DEEP_SHARE = 0.1;
/** Contrast that a scene must have had for its loss to mean something (grey levels). */
const SCENE_CONTRAST = 3;
/** Contrast before and after a fade is taken from this long (seconds). */
const AROUND_SECONDS = 1.2;
/** A scene is whole at this share of the contrast that the fade leads to. */
const WHOLE_SHARE = 0.93;
/** A fade goes on while the contrast grows by this factor within the next pictures. */
const FADE_GROWTH = 1.04;
/** A way down or up of at least so many pictures is a fade, a shorter one is abrupt. */
const FADE_PICTURES = 3;
/** Share of structure that may be gone when the scene after the fade is still the same. */
const SAME_SCENE = 0.45;
/** A flash is shorter than this (seconds); then motion in the meantime may explain more. */
const FLASH_SECONDS = 0.22;
const SAME_AFTER_FLASH = 0.75;
/** How far a faded picture may be beside the straight way from plain to whole (squared, in lengths of the way). */
const MIX_ERROR = 0.06;
/** A low but not plain picture that lasts longer than this is a scene of its own (seconds). */
const MAX_LOW_SECONDS = 2;

/** A stretch in which the picture was plain (black, white or one colour), with the scenes around it. Times in seconds. */
export interface Fade {
  /** Last whole picture before; the start of the video when it begins plain. */
  readonly start: number;
  /** First whole picture after; the end of the video when it ends plain. */
  readonly end: number;
  readonly plainStart: number;
  readonly plainEnd: number;
  /** Whether the picture went down and came up gradually. */
  readonly fadesOut: boolean;
  readonly fadesIn: boolean;
  /** Whether the scene after it is the one before it. Undefined at the ends of the video. */
  readonly same: boolean | undefined;
}

/** Finds fades in a running video. It reports one {@link AROUND_SECONDS} after the picture came back. */
export class FadeTracker {
  /** Glances of the last moments, or since the last whole picture when a fade is running. */
  #recent: FrameSummary[] = [];
  #state: 'start' | 'scene' | 'plain' | 'returning' = 'start';
  #before: { frame: FrameSummary; fades: boolean } | undefined;
  #plain!: { frame: FrameSummary; start: number; end: number; least: number };
  #level = 0;
  #returned: FrameSummary[] = [];

  /** Dips that this picture completes: none or one. */
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

  /** Seconds before which no fade can still turn up. */
  get settledUntil(): number {
    if (this.#state === 'start' || this.#state === 'scene') return this.#recent[0]?.time ?? 0;
    return this.#before?.frame.time ?? 0;
  }

  /** The fade that is running when the video ends. */
  finish(end: number): Fade | undefined {
    if (this.#state === 'returning') return this.#complete();
    if (this.#state !== 'plain') return undefined;
    return this.#fade(this.#plain.end, end, false, undefined);
  }

  #watch(frame: FrameSummary): void {
    const level = this.#recent.reduce((most, { contrast }) => Math.max(most, contrast), 0);
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
    // Plain again before it was whole: the fade goes on (a strobe, or a flash in the dark).
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

/** Whether the way from a plain picture to the whole one `frames[whole]` is a fade: pictures that mix the two. */
function isFade(frames: readonly FrameSummary[], whole: number, plain: FrameSummary): boolean {
  const target = frames[whole]!;
  const length = squaredDistance(plain, target);
  const ways = frames.slice(0, whole).map((frame) => project(plain, target, frame, length));
  const mixed = ways.filter(({ along }) => along > 0.12 && along < 0.88);
  // A flash or a cut leaves at most one picture on the way; things that leave a plain background are no mix.
  return mixed.length >= FADE_PICTURES - 1 && mixed[mixed.length >> 1]!.beside < MIX_ERROR;
}

/** How many pictures away from a fade the contrast still grows: the length of the fade. */
function rampLength(frames: readonly FrameSummary[]): number {
  let at = 0;
  for (;;) {
    const here = frames[at]!.contrast;
    const next = frames
      .slice(at + 1, at + 1 + FADE_PICTURES)
      .findIndex(({ contrast }) => contrast > here * FADE_GROWTH);
    // A cut in the middle of the way up is no fade: its step is larger than all that came before.
    if (next < 0) break;
    // A cut on the way up is no part of the fade.
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
