import type { StartTimecode } from '../../contract/library/start-timecode.ts';
import { canDrop, editingRate, exactRate, FRAME_RATES, type FrameRate } from '../../core/formats/frame-rate.ts';
import { frameOfLabel, readLabel, timecode } from '../../core/formats/timecode.ts';

/** Statements of a file about its timecode. */
export interface StatedTimecode {
  /** `HH:MM:SS:FF`; another separator before the frames states drop frame. */
  text: string;
  /** Frames per second that the timecode counts, if the file states them: timecode tracks do. */
  fps?: number | undefined;
  /** Average frames per second of the video; 0 if unknown. */
  videoFps: number;
}

/** Two rates nearer than this part are one: 30 and 29.97 are, 24 and 25 aren't. */
const SAME_RATE = 0.0015;

/**
 * Interprets the timecode of a file; null for other text. The flag of drop frame counts at 29.97 and 59.94 only:
 * at 24 and at true 30 it is an error of the file (SMPTE ST 12-1). Pure.
 */
export function interpretTimecode({ text, fps, videoFps }: StatedTimecode): StartTimecode | null {
  const label = readLabel(text);
  if (!label) return null;
  const stated = fps !== undefined && fps > 0 ? ratesOf(fps, videoFps) : videoRates(videoFps, label.drop);
  for (const rate of stated) {
    const counted = { ...rate, ...(label.drop && canDrop(rate) && { drop: true }) };
    const frame = frameOfLabel(label, counted);
    if (frame !== undefined) return startTimecode(frame, counted);
  }
  return null;
}

/** The timecode of a frame number. */
export function startTimecode(frame: number, rate: FrameRate): StartTimecode {
  return {
    timecode: timecode(frame, rate),
    frame_rate: Math.round((rate.num / rate.den) * 1000) / 1000,
    drop_frame: rate.drop === true,
    seconds: (frame * rate.den) / rate.num,
  };
}

/** Time reference of a sound file: samples since midnight (EBU Tech 3285). */
export function timeReference(samples: number, sampleRate: number): StartTimecode | null {
  if (!(samples > 0 && sampleRate > 0)) return null;
  const seconds = (samples / sampleRate) % 86_400;
  const clock = new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
  return { timecode: clock, frame_rate: null, drop_frame: false, seconds };
}

/**
 * Rate of a timecode track. One of 30 in a file of 29.97 or 59.94 counts at 29.97: many programs state the nominal
 * rate.
 * @param fps as the track states it
 */
function ratesOf(fps: number, videoFps: number): FrameRate[] {
  const own = timecodeRate(fps);
  const video = timecodeRate(videoFps);
  const parts = [1, 2, 4, 8].map((divisor) => timecodeRate(video.num / video.den / divisor));
  const ownFps = own.num / own.den;
  const same = parts.find(({ num, den }) => num / den !== ownFps && Math.abs(num / den - ownFps) <= ownFps * SAME_RATE);
  return [videoFps > 0 && own.den === 1 && same?.den === 1001 ? same : own];
}

/** Rates to read a timecode without a rate of its own at: the video's, or the usual ones of sound. */
function videoRates(videoFps: number, drop: boolean): FrameRate[] {
  if (videoFps > 0) return [timecodeRate(videoFps)];
  return drop ? [exactRate(29.97)] : [exactRate(25), exactRate(30)];
}

/** A rate at which timecode can be counted: whole numbers of frames, exactly or at 1000/1001 of them. */
function timecodeRate(fps: number): FrameRate {
  const whole = Math.round(fps);
  const known = FRAME_RATES.find((rate) => Math.abs(rate - fps) <= rate * 0.0002);
  if (known !== undefined) return exactRate(known);
  const rate = exactRate(fps);
  if (rate.den === 1001) return rate;
  return whole >= 1 && Math.abs(whole - fps) < 0.002 ? exactRate(whole) : exactRate(editingRate(fps));
}
