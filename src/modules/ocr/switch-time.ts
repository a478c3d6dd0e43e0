import type { Area } from './area.ts';

/** A luma frame. */
export interface TimedLuma {
  time: number;
  width: number;
  height: number;
  luma: Uint8Array;
}

/** Mean luma difference (0..255) below which stills with and without the text can't be separated. */
const MIN_CONTRAST = 4;

/**
 * Finds the time at which an area of the frame changed from the still at `from` to the still at `to`, from the
 * frames between: the split that leaves the least difference on both sides. Returns `to` if undecidable.
 * @param frames in time order, those at `from` and `to` among them
 * @param area upright, in fractions of the frame
 * @param rotation clockwise degrees by which the coded luma frame is turned to be upright
 */
export function switchTime(
  frames: readonly TimedLuma[],
  from: number,
  to: number,
  area: Area,
  rotation: 0 | 90 | 180 | 270,
): number {
  const between = frames.filter(({ time }) => time >= from && time <= to);
  const first = between[0];
  const last = between.at(-1);
  if (!first || !last || between.length < 3 || last.time < to) return to;
  const box = codedArea(area, rotation);
  if (difference(first, last, box) < MIN_CONTRAST) return to;
  let cost = between.reduce((sum, frame) => sum + difference(frame, last, box), 0);
  let best = { cost, time: first.time };
  for (const [i, frame] of between.entries()) {
    cost += difference(frame, first, box) - difference(frame, last, box);
    const next = between[i + 1];
    if (next && cost < best.cost) best = { cost, time: next.time };
  }
  return Math.max(best.time, between[1]!.time);
}

/** Converts an upright area to fractions of the coded frame. */
function codedArea({ x, y, width, height }: Area, rotation: 0 | 90 | 180 | 270): Area {
  if (rotation === 90) return { x: y, y: 1 - x - width, width: height, height: width };
  if (rotation === 180) return { x: 1 - x - width, y: 1 - y - height, width, height };
  if (rotation === 270) return { x: 1 - y - height, y: x, width: height, height: width };
  return { x, y, width, height };
}

/** Mean absolute difference of two frames inside an area. */
function difference(a: TimedLuma, b: TimedLuma, area: Area): number {
  const left = Math.max(0, Math.floor(area.x * a.width));
  const right = Math.min(a.width, Math.ceil((area.x + area.width) * a.width));
  const top = Math.max(0, Math.floor(area.y * a.height));
  const bottom = Math.min(a.height, Math.ceil((area.y + area.height) * a.height));
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let i = y * a.width + left; i < y * a.width + right; i++) sum += Math.abs(a.luma[i]! - b.luma[i]!);
  }
  const count = (right - left) * (bottom - top);
  return count > 0 ? sum / count : 0;
}
