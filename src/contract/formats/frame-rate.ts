/** Frames per second as a fraction, so that 29.97 is exact. */
export interface FrameRate {
  num: number;
  den: number;
}

/** Frame rates that editing programs work with, as people call them. */
export const FRAME_RATES = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60] as const;

/** A rate nearer than this to one with a denominator of 1001 is that one. */
const NEAR = 0.006;

/** The exact rate behind a rounded one: 29.97 is 30000/1001 (SMPTE ST 12-1). @param fps frames per second, above 0 */
export function exactRate(fps: number): FrameRate {
  const whole = Math.ceil(fps);
  if (fps !== whole && Math.abs((whole * 1000) / 1001 - fps) < NEAR) return { num: whole * 1000, den: 1001 };
  return Number.isInteger(fps) ? { num: fps, den: 1 } : { num: Math.round(fps * 1000), den: 1000 };
}

/** The editing rate nearest to that of a file; files of phones and screens have odd ones. 25 when it is not known. */
export function editingRate(fps: number): number {
  if (fps <= 0) return 25;
  return FRAME_RATES.reduce((best, rate) => (Math.abs(rate - fps) < Math.abs(best - fps) ? rate : best));
}

/** The frame at a time. */
export function frameAt(seconds: number, { num, den }: FrameRate): number {
  return Math.round((seconds * num) / den);
}

/** Frames that a second of timecode counts: 30 for 29.97. */
export function nominalRate({ num, den }: FrameRate): number {
  return Math.round(num / den);
}

/** Non-drop-frame timecode `HH:MM:SS:FF`: every frame has the next number. */
export function timecode(frame: number, rate: FrameRate): string {
  const nominal = nominalRate(rate);
  const seconds = Math.floor(frame / nominal);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % nominal]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
