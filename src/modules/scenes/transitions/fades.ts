import { openBothWays } from '../frames/block-matching.ts';
import { project, squaredDistance } from '../frames/compare.ts';
import type { Glance } from '../frames/frame-summary.ts';

/** A picture is plain when its contrast falls below this share of what it was before, */
const PLAIN_SHARE = 0.2;
/** or below this standard deviation (grey levels) whatever it was. */
const PLAIN_CONTRAST = 1;
/** In its depth, a dip has less than this share of the contrast before it; a scene of low contrast has more. */
const DEEP_SHARE = 0.1;
/** Contrast that a scene must have had for its loss to mean something (grey levels). */
const SCENE_CONTRAST = 3;
/** Contrast before and after a dip is taken from this long (seconds). */
const AROUND_SECONDS = 1.2;
/** A scene is whole at this share of the contrast that the fade leads to. */
const WHOLE_SHARE = 0.93;
/** A fade goes on while the contrast grows by this factor within the next pictures. */
const FADE_GROWTH = 1.04;
/** A way down or up of at least so many pictures is a fade, a shorter one is abrupt. */
const FADE_PICTURES = 3;
/** Share of structure that may be gone when the scene after the dip is still the same. */
const SAME_SCENE = 0.45;
/** A flash is shorter than this (seconds); then motion in the meantime may explain more. */
const FLASH_SECONDS = 0.22;
const SAME_AFTER_FLASH = 0.75;
/** How far a faded picture may be beside the straight way from plain to whole (squared, in lengths of the way). */
const MIX_ERROR = 0.06;
/** A low but not plain picture that lasts longer than this is a scene of its own (seconds). */
const LONGEST_LOW_SECONDS = 2;

/** A stretch in which the picture was plain (black, white or one colour), with the scenes around it. Times in seconds. */
export interface Dip {
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

/** Finds dips in a running video. It reports one {@link AROUND_SECONDS} after the picture came back. */
export class DipTracker {
  /** Glances of the last moments, or since the last whole picture when a dip is running. */
  #recent: Glance[] = [];
  #state: 'start' | 'scene' | 'plain' | 'returning' = 'start';
  #before: { glance: Glance; fades: boolean } | undefined;
  #plain!: { glance: Glance; start: number; end: number; least: number };
  #level = 0;
  #returned: Glance[] = [];

  /** Dips that this picture completes: none or one. */
  push(glance: Glance): Dip | undefined {
    if (this.#state === 'start') {
      this.#state = glance.contrast < PLAIN_CONTRAST ? 'plain' : 'scene';
      this.#plain = { glance, start: glance.time, end: glance.time, least: glance.contrast };
    }
    let dip: Dip | undefined;
    if (this.#state === 'scene') this.#watch(glance);
    else if (this.#state === 'plain') this.#wait(glance);
    else dip = this.#return(glance);
    if (this.#state === 'scene') {
      this.#recent.push(glance);
      while (this.#recent[0]!.time < glance.time - AROUND_SECONDS) this.#recent.shift();
    }
    return dip;
  }

  /** Seconds before which no dip can still turn up. */
  get settledUntil(): number {
    if (this.#state === 'start' || this.#state === 'scene') return this.#recent[0]?.time ?? 0;
    return this.#before?.glance.time ?? 0;
  }

  /** The dip that is running when the video ends. */
  finish(end: number): Dip | undefined {
    if (this.#state === 'returning') return this.#complete();
    if (this.#state !== 'plain') return undefined;
    return this.#dip(this.#plain.end, end, false, undefined);
  }

  #watch(glance: Glance): void {
    const level = this.#recent.reduce((most, { contrast }) => Math.max(most, contrast), 0);
    const plain = level >= SCENE_CONTRAST && glance.contrast < Math.max(PLAIN_CONTRAST, level * PLAIN_SHARE);
    if (!plain) return;
    const backwards = this.#recent.toReversed();
    const steps = rampLength(backwards);
    this.#before = { glance: backwards[steps]!, fades: isFade(backwards, steps, glance) };
    this.#plain = { glance, start: glance.time, end: glance.time, least: glance.contrast };
    this.#level = level;
    this.#state = 'plain';
    this.#recent = [];
  }

  #wait(glance: Glance): void {
    const still = glance.contrast < Math.max(PLAIN_CONTRAST, this.#level * PLAIN_SHARE);
    if (still && glance.contrast >= PLAIN_CONTRAST && glance.time - this.#plain.start > LONGEST_LOW_SECONDS) {
      this.#forget();
      return;
    }
    this.#plain.end = glance.time;
    if (glance.contrast <= this.#plain.least) this.#plain = { ...this.#plain, glance, least: glance.contrast };
    if (still) return;
    this.#returned = [glance];
    this.#state = 'returning';
  }

  #return(glance: Glance): Dip | undefined {
    // Plain again before it was whole: the dip goes on (a strobe, or a flash in the dark).
    if (glance.contrast < PLAIN_CONTRAST && this.#returned.length < FADE_PICTURES) {
      this.#state = 'plain';
      this.#plain.end = glance.time;
      return undefined;
    }
    this.#returned.push(glance);
    const falls = glance.contrast < PLAIN_SHARE * Math.max(...this.#returned.map(({ contrast }) => contrast));
    if (!falls && glance.time - this.#returned[0]!.time < AROUND_SECONDS) return undefined;
    return this.#complete();
  }

  #complete(): Dip | undefined {
    const whole = rampLength(this.#returned);
    const after = this.#returned[whole]!;
    const same = this.#before ? isSame(this.#before.glance, after) : undefined;
    const dip = this.#dip(this.#returned[0]!.time, after.time, isFade(this.#returned, whole, this.#plain.glance), same);
    const deep = this.#plain.least < Math.max(PLAIN_CONTRAST, DEEP_SHARE * this.#level);
    const rest = this.#returned.slice(whole);
    this.#forget();
    this.#recent = rest;
    return deep ? dip : undefined;
  }

  #dip(plainEnd: number, end: number, fadesIn: boolean, same: boolean | undefined): Dip {
    return {
      start: this.#before?.glance.time ?? 0,
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

/** Whether the way from a plain picture to the whole one `glances[whole]` is a fade: pictures that mix the two. */
function isFade(glances: readonly Glance[], whole: number, plain: Glance): boolean {
  const target = glances[whole]!;
  const length = squaredDistance(plain, target);
  const ways = glances.slice(0, whole).map((glance) => project(plain, target, glance, length));
  const mixed = ways.filter(({ along }) => along > 0.12 && along < 0.88);
  // A flash or a cut leaves at most one picture on the way; things that leave a plain background are no mix.
  return mixed.length >= FADE_PICTURES - 1 && mixed[mixed.length >> 1]!.beside < MIX_ERROR;
}

/** How many pictures away from a dip the contrast still grows: the length of the fade. */
function rampLength(glances: readonly Glance[]): number {
  let at = 0;
  for (;;) {
    const here = glances[at]!.contrast;
    const next = glances
      .slice(at + 1, at + 1 + FADE_PICTURES)
      .findIndex(({ contrast }) => contrast > here * FADE_GROWTH);
    // A cut in the middle of the way up is no fade: its step is larger than all that came before.
    if (next < 0) break;
    // A cut on the way up is no part of the fade.
    if (at >= FADE_PICTURES && glances[at + next + 1]!.contrast > 3 * here) break;
    at += next + 1;
  }
  const level = glances[at]!.contrast;
  return glances.findIndex(({ contrast }) => contrast >= WHOLE_SHARE * level);
}

function isSame(a: Glance, b: Glance): boolean {
  const [least, most] = openBothWays(a, b);
  return (least + most) / 2 < (b.time - a.time <= FLASH_SECONDS ? SAME_AFTER_FLASH : SAME_SCENE);
}
