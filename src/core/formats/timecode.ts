import { formatTimecode } from '../../base/time.ts';
import type { StartTimecode } from '../../contract/library/start-timecode.ts';
import { canDrop, exactRate, type FrameRate, frameAt } from './frame-rate.ts';

const DAY_SECONDS = 86_400;

/** `HH:MM:SS:FF`. A separator other than a colon before the frames means drop frame (SMPTE ST 12-1). */
const LABEL = /^(\d{1,2})[:;](\d{2})[:;](\d{2})([:;.,])(\d{1,3})$/;

/** Parts of a timecode, as they are written. */
export interface TimecodeLabel {
  hours: number;
  minutes: number;
  seconds: number;
  frames: number;
  drop: boolean;
}

/** Frames that a second of timecode counts: 30 for 29.97. */
export function nominalRate({ num, den }: FrameRate): number {
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

/** Timecode `HH:MM:SS:FF`; with dropped numbers `HH:MM:SS;FF`, as SMPTE writes it. It wraps at 24 hours. */
export function timecode(frame: number, rate: FrameRate): string {
  const nominal = nominalRate(rate);
  const drop = dropped(rate);
  const day = frameOfHour(24, rate);
  let number = ((frame % day) + day) % day;
  if (drop > 0) {
    const perMinute = nominal * 60 - drop;
    const perTenMinutes = perMinute * 10 + drop;
    const rest = number % perTenMinutes;
    number += Math.floor(number / perTenMinutes) * drop * 9;
    // The first minute of ten keeps all of its numbers.
    if (rest >= nominal * 60) number += drop * (1 + Math.floor((rest - nominal * 60) / perMinute));
  }
  const seconds = Math.floor(number / nominal);
  const [h, m, s, f] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, number % nominal].map(
    (part) => String(part).padStart(2, '0'),
  );
  return `${h}:${m}:${s}${drop > 0 ? ';' : ':'}${f}`;
}

/** Reads `HH:MM:SS:FF`; undefined for other text. Hours wrap at 24. Pure. */
export function readLabel(text: string): TimecodeLabel | undefined {
  const [whole, hours, minutes, seconds, separator, frames] = LABEL.exec(text.trim()) ?? [];
  if (whole === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return {
    hours: Number(hours) % 24,
    minutes: Number(minutes),
    seconds: Number(seconds),
    frames: Number(frames),
    drop: separator !== ':',
  };
}

/**
 * The frame that a timecode names when frames are counted at `rate`; undefined for a frame number that the rate doesn't
 * have. A number that drop frame leaves out is the frame of the one after it.
 */
export function frameOfLabel({ hours, minutes, seconds, frames }: TimecodeLabel, rate: FrameRate): number | undefined {
  const nominal = nominalRate(rate);
  if (frames >= nominal) return undefined;
  const drop = dropped(rate);
  const minute = hours * 60 + minutes;
  const isLeftOut = minute % 10 !== 0 && seconds === 0 && frames < drop;
  const number = (minute * 60 + seconds) * nominal + (isLeftOut ? drop : frames);
  return number - drop * (minute - Math.floor(minute / 10));
}

/** Rate at which a timecode counts; undefined for a time reference. */
export function rateOfTimecode({ frame_rate, drop_frame }: StartTimecode): FrameRate | undefined {
  return frame_rate === null ? undefined : exactRate(frame_rate, drop_frame);
}

/** Whether a start timecode names a frame that its rate has. Pure. */
export function isStartTimecode(start: StartTimecode): boolean {
  const rate = rateOfTimecode(start);
  const label = rate && readLabel(start.timecode);
  return !rate || !label || frameOfLabel(label, rate) !== undefined;
}

/** A frame number with the rate at which it is counted. */
export interface CountedFrame {
  frame: number;
  rate: FrameRate;
}

/**
 * The start timecode of a file in a sequence of `rate`: the same hours, minutes, and seconds, with the frame number of
 * that rate, in drop frame where the file has it and the rate can. A time reference is a time of the clock.
 */
export function startAt(start: StartTimecode | null | undefined, rate: FrameRate): CountedFrame {
  if (!start) return { frame: 0, rate };
  const own = rateOfTimecode(start);
  const label = own && readLabel(start.timecode);
  if (!own || !label) return { frame: frameAt(start.seconds, rate), rate };
  const counted = { num: rate.num, den: rate.den, ...(start.drop_frame && canDrop(rate) && { drop: true }) };
  const frames = Math.floor((label.frames * nominalRate(rate)) / nominalRate(own));
  return { frame: frameOfLabel({ ...label, frames }, counted)!, rate: counted };
}

/**
 * Timecode of a position in a file: of the nearest frame, or of the one that is shown then.
 * @param seconds from the start of the file
 */
export function timecodeAt(start: StartTimecode, seconds: number, frame: 'nearest' | 'shown' = 'nearest'): string {
  const rate = rateOfTimecode(start);
  const label = rate && readLabel(start.timecode);
  if (!rate || !label) {
    const clock = (start.seconds + seconds) % DAY_SECONDS;
    return formatTimecode(Math.round(clock * 1000) % (DAY_SECONDS * 1000), '.');
  }
  const shown = frame === 'shown' ? Math.floor((seconds * rate.num) / rate.den + 1e-3) : frameAt(seconds, rate);
  return timecode(frameOfLabel(label, rate)! + shown, rate);
}

/** `HH:MM:SS` with an optional fraction. */
const CLOCK = /^(\d{1,2}:\d{2}:\d{2})(?:[.,](\d{1,3}))?$/;

/**
 * Position of a timecode in a file, in seconds from its start; undefined for other text, and for a timecode outside of
 * the file. Read as `HH:MM:SS:FF`, or as `HH:MM:SS` with an optional fraction of a second.
 * @param duration seconds of the file
 */
export function positionOfTimecode(text: string, start: StartTimecode, duration: number): number | undefined {
  const [, clock, fraction = '0'] = CLOCK.exec(text.trim()) ?? [];
  const label = readLabel(clock === undefined ? text : `${clock}:00`);
  if (!label) return undefined;
  const rest = Number(`0.${fraction}`);
  const rate = rateOfTimecode(start);
  const first = rate && readLabel(start.timecode);
  if (!rate || !first) {
    const seconds = label.hours * 3600 + label.minutes * 60 + label.seconds + rest;
    return clock === undefined ? undefined : within(seconds - start.seconds, DAY_SECONDS, duration);
  }
  const frame = frameOfLabel(label, rate);
  if (frame === undefined) return undefined;
  const seconds = ((frame - frameOfLabel(first, rate)!) * rate.den) / rate.num + rest;
  return within(seconds, (frameOfHour(24, rate) * rate.den) / rate.num, duration);
}

/** Seconds after the start of a file, which may be on the next day. */
function within(seconds: number, day: number, duration: number): number | undefined {
  const position = ((seconds % day) + day) % day;
  return position <= duration ? position : undefined;
}
