/** Frames per second as a fraction, so that 29.97 is exact. */
export interface FrameRate {
  num: number;
  den: number;
  /** Timecode leaves out numbers so that it keeps to the clock; for 29.97 and 59.94 only (SMPTE ST 12-1, drop frame). */
  drop?: boolean;
}

/** Frame rates that editing programs work with, as people call them. */
export const FRAME_RATES = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60] as const;

/** A rate nearer than this to one with a denominator of 1001 is that one. */
const NEAR = 0.006;
/** A rate of a file nearer than this part of it to an editing rate is that one: phones and screens waver. */
const WAVER = 0.006;
/** Frames per second beyond which a rate is a fault of the file. */
const FPS_MAX = 240;

/** The exact rate behind a rounded one: 29.97 is 30000/1001 (SMPTE ST 12-1). @param fps frames per second, above 0 */
export function exactRate(fps: number, drop = false): FrameRate {
  const whole = Math.ceil(fps);
  if (fps !== whole && Math.abs((whole * 1000) / 1001 - fps) < NEAR) {
    return { num: whole * 1000, den: 1001, ...(drop && { drop }) };
  }
  return Number.isInteger(fps) ? { num: fps, den: 1 } : { num: Math.round(fps * 1000), den: 1000 };
}

/** How a frame rate is written: `25`, `29.97`, or `29.97 DF` with dropped frame numbers. */
export const RATE_PATTERN = /^\d{1,3}(?:\.\d{1,3})?(?: ?DF)?$/;

/** Reads a rate that matches {@link RATE_PATTERN}. */
export function readRate(text: string): FrameRate {
  return exactRate(Math.max(1, Number.parseFloat(text)), text.endsWith('DF'));
}

/**
 * The rate at which a video is edited: its own. One that wavers about an editing rate has that one, and one that is no
 * steady rate at all (12.37) the nearest of them. 25 when it is not known.
 */
export function editingRate(fps: number): number {
  if (!(fps > 0) || fps > FPS_MAX) return 25;
  const nearest = FRAME_RATES.reduce((best, rate) => (Math.abs(rate - fps) < Math.abs(best - fps) ? rate : best));
  if (Math.abs(nearest - fps) <= nearest * WAVER) return nearest;
  const whole = Math.round(fps);
  if (whole >= 1 && Math.abs(whole - fps) < 0.002) return whole;
  const { num, den } = exactRate(fps);
  if (den === 1001) return Math.round((num / den) * 1000) / 1000;
  // Halves, such as the 12.5 of old cameras.
  return Math.abs(fps * 2 - Math.round(fps * 2)) < 0.002 ? Math.round(fps * 2) / 2 : nearest;
}

/** The rates to choose from for a video of `fps`: those of editing programs, and its own. */
export function rateChoices(fps: number): number[] {
  return [...new Set([...FRAME_RATES, editingRate(fps)])].sort((a, b) => a - b);
}

/** Whether timecode of this rate can drop frame numbers: 29.97 and 59.94. */
export function canDrop({ num, den }: FrameRate): boolean {
  return den === 1001 && num % 30_000 === 0;
}

/** The frame at a time. */
export function frameAt(seconds: number, { num, den }: FrameRate): number {
  return Math.round((seconds * num) / den);
}

/** Frames that a second of timecode counts: 30 for 29.97. */
function nominalRate({ num, den }: FrameRate): number {
  return Math.ceil(num / den);
}

/** Frame numbers left out at the start of each minute but every tenth. */
function dropped(rate: FrameRate): number {
  return rate.drop && canDrop(rate) ? nominalRate(rate) / 15 : 0;
}

/** The frame that the timecode `hours:00:00:00` names. */
export function frameOfHour(hours: number, rate: FrameRate): number {
  return hours * (nominalRate(rate) * 3600 - dropped(rate) * 54);
}

/** Timecode `HH:MM:SS:FF`; with dropped numbers `HH:MM:SS;FF`, as SMPTE writes it. */
export function timecode(frame: number, rate: FrameRate): string {
  const nominal = nominalRate(rate);
  const drop = dropped(rate);
  let number = frame;
  if (drop > 0) {
    const perMinute = nominal * 60 - drop;
    const perTenMinutes = perMinute * 10 + drop;
    const rest = frame % perTenMinutes;
    number += Math.floor(frame / perTenMinutes) * drop * 9;
    // The first minute of ten keeps all of its numbers.
    if (rest >= nominal * 60) number += drop * (1 + Math.floor((rest - nominal * 60) / perMinute));
  }
  const seconds = Math.floor(number / nominal);
  const [h, m, s, f] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, number % nominal].map(
    (part) => String(part).padStart(2, '0'),
  );
  return `${h}:${m}:${s}${drop > 0 ? ';' : ':'}${f}`;
}
