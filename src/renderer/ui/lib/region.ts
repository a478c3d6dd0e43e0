import type { Region } from '../../../contract/search/visual.ts';

interface Point {
  x: number;
  y: number;
}

/** The whole frame or image. */
export const WHOLE: Region = { x: 0, y: 0, width: 1, height: 1 };
/** An arrow key moves an edge this far. */
const KEY_STEP = 0.02;

/** Smaller drags are clicks. */
const MIN_SIDE = 0.05;

/** Region between two corners; null if it is too small to be meant. */
export function regionBetween(a: Point, b: Point): Region | null {
  const clamp = (value: number) => Math.max(0, Math.min(1, value));
  const [left, right] = [clamp(Math.min(a.x, b.x)), clamp(Math.max(a.x, b.x))];
  const [top, bottom] = [clamp(Math.min(a.y, b.y)), clamp(Math.max(a.y, b.y))];
  const region = { x: round(left), y: round(top), width: round(right - left), height: round(bottom - top) };
  return region.width >= MIN_SIDE && region.height >= MIN_SIDE ? region : null;
}

/** Region after an arrow key moved it, or with Shift resized it; undefined for another key. */
export function changedByKey(
  { x, y, width, height }: Region,
  {
    key,
    shiftKey,
    ctrlKey,
    metaKey,
    altKey,
  }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): Region | undefined {
  const across = key === 'ArrowRight' ? KEY_STEP : key === 'ArrowLeft' ? -KEY_STEP : 0;
  const down = key === 'ArrowDown' ? KEY_STEP : key === 'ArrowUp' ? -KEY_STEP : 0;
  if ((across === 0 && down === 0) || ctrlKey || metaKey || altKey) return undefined;
  const within = (value: number, min: number, max: number) => nearest(Math.max(min, Math.min(max, value)));
  if (!shiftKey) return { x: within(x + across, 0, 1 - width), y: within(y + down, 0, 1 - height), width, height };
  return { x, y, width: within(width + across, MIN_SIDE, 1 - x), height: within(height + down, MIN_SIDE, 1 - y) };
}

/** Reads the region of an address; null without one. */
export function readRegion(text: string | null): Region | null {
  const [x, y, width, height] = (text ?? '').split(',').map(Number);
  const isWhole = [x, y, width, height].every((value) => value !== undefined && value >= 0 && value <= 1);
  return isWhole && width! > 0 && height! > 0 ? { x: x!, y: y!, width: width!, height: height! } : null;
}

export function regionText({ x, y, width, height }: Region): string {
  return [x, y, width, height].join(',');
}

/** Without the errors of binary fractions. */
function nearest(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}

/** Rounded down, so that edges stay within the image. */
function round(fraction: number): number {
  return Math.floor(fraction * 1000) / 1000;
}
