/** Frames per second as a fraction, so that 29.97 is exact. */
export interface FrameRate {
  num: number;
  den: number;
  /**
   * Timecode leaves out numbers so that it keeps to the clock; for 29.97 and 59.94 only (SMPTE ST 12-1, drop frame).
   */
  drop?: boolean;
}

/** Frame rates that editing programs work with, as people call them. */
export const FRAME_RATES = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60] as const;

/** A rate nearer than this to one with a denominator of 1001 is that one. */
const NEAR = 0.006;
/** A rate of a file nearer than this part of it to an editing rate is that one: phones and screens waver. */
const WAVER = 0.006;
/** The same for rates as exact as files state them: three decimals. */
const EXACT = 0.0002;
/** Frames per second beyond which a rate is a fault of the file. */
const FPS_MAX = 960;

/** The exact rate behind a rounded one: 29.97 is 30000/1001 (SMPTE ST 12-1). @param fps frames per second, above 0 */
export function exactRate(fps: number, drop = false): FrameRate {
  const whole = Math.ceil(fps);
  if (fps !== whole && Math.abs((whole * 1000) / 1001 - fps) < NEAR) {
    return { num: whole * 1000, den: 1001, ...(drop && { drop }) };
  }
  return Number.isInteger(fps) ? { num: fps, den: 1 } : { num: Math.round(fps * 1000), den: 1000 };
}

/** Reads a rate that matches {@link RATE_PATTERN}. */
export function readRate(text: string): FrameRate {
  return exactRate(editingRate(Number.parseFloat(text)), text.endsWith('DF'));
}

/**
 * The rate at which a video is edited, of those that editing programs have ({@link FRAME_RATES}): its own where it is
 * one of them or wavers about one; otherwise the lowest that is a multiple of it (30 for 10 or 15), so that each frame
 * of the video begins on one of the sequence; for a faster one the highest that divides it (60 for 120 or 240);
 * otherwise the nearest. 25 when it is not known.
 * @param fps mean rate of the frames
 * @param timecodeRate frames per second of the file’s timecode, at which a file of variable rate is edited
 */
export function editingRate(fps: number, timecodeRate?: number | null): number {
  if (!(fps > 0) || fps > FPS_MAX) return 25;
  const nearest = FRAME_RATES.reduce((best, rate) => (Math.abs(rate - fps) < Math.abs(best - fps) ? rate : best));
  const isNearest = (tolerance: number) => Math.abs(nearest - fps) <= nearest * tolerance;
  if (isNearest(EXACT)) return nearest;
  const counted = FRAME_RATES.find((rate) => rate === timecodeRate);
  if (counted && fps < counted && !isNearest(WAVER)) return counted;
  const related = relatedRate(fps, EXACT);
  if (related !== undefined || isNearest(WAVER)) return related ?? nearest;
  return relatedRate(fps, WAVER) ?? nearest;
}

/**
 * The lowest editing rate that is a multiple of `fps`, or the highest that divides it. @param tolerance part of the
 * ratio
 */
function relatedRate(fps: number, tolerance: number): number | undefined {
  const related = FRAME_RATES.filter((rate) => {
    const ratio = Math.max(rate / fps, fps / rate);
    return Math.abs(ratio - Math.round(ratio)) <= ratio * tolerance;
  });
  return fps < FRAME_RATES[0] ? related[0] : related.findLast((rate) => rate < fps);
}

/** Whether timecode of this rate can drop frame numbers: 29.97 and 59.94. */
export function canDrop({ num, den }: FrameRate): boolean {
  return den === 1001 && num % 30_000 === 0;
}

/** The frame at a time. */
export function frameAt(seconds: number, { num, den }: FrameRate): number {
  return Math.round((seconds * num) / den);
}
