import type { Region } from '../../../../contract/visual.ts';

interface Point {
  x: number;
  y: number;
}

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

/** Reads the region of an address; null without one. */
export function readRegion(text: string | null): Region | null {
  const [x, y, width, height] = (text ?? '').split(',').map(Number);
  const isWhole = [x, y, width, height].every((value) => value !== undefined && value >= 0 && value <= 1);
  return isWhole && width! > 0 && height! > 0 ? { x: x!, y: y!, width: width!, height: height! } : null;
}

export function regionText({ x, y, width, height }: Region): string {
  return [x, y, width, height].join(',');
}

/** Rounded down, so that edges stay within the picture. */
function round(fraction: number): number {
  return Math.floor(fraction * 1000) / 1000;
}
