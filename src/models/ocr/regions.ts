import { bounds, minAreaRect, type Point, type RotatedRect } from './geometry.ts';

/** Probable line of text. */
export interface TextRegion {
  rect: RotatedRect;
  /** Mean text probability inside the shrunk region. */
  score: number;
}

/**
 * Constants of PaddleOCR's DBPostProcess (Liao et al., Real-time Scene Text Detection with Differentiable
 * Binarization).
 */
const PIXEL_THRESHOLD = 0.3;
/** PaddleOCR's 0.6 misses script lettering such as brand names; the recognizer rejects false positives. */
const REGION_THRESHOLD = 0.5;
const UNCLIP_RATIO = 1.5;
const MIN_SIDE = 3;

/**
 * Extracts text regions from a probability map (`width * height`, 0..1), in the map's pixels, unordered. The network
 * predicts shrunk regions to separate neighboring lines; each is expanded by area * 1.5 / perimeter.
 */
export function textRegions(map: Float32Array, width: number, height: number): TextRegion[] {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const regions: TextRegion[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || map[start]! <= PIXEL_THRESHOLD) continue;
    const rect = minAreaRect(outline(map, width, height, start, seen, stack));
    if (Math.min(rect.width, rect.height) < MIN_SIDE) continue;
    const score = meanInside(map, width, height, rect);
    if (score < REGION_THRESHOLD) continue;
    const grow = (rect.width * rect.height * UNCLIP_RATIO) / (rect.width + rect.height);
    regions.push({ rect: { ...rect, width: rect.width + grow, height: rect.height + grow }, score });
  }
  return regions;
}

/** Flood-fills one region and returns the corners of its outermost pixels per row, which determine its hull. */
function outline(
  map: Float32Array,
  width: number,
  height: number,
  start: number,
  seen: Uint8Array,
  stack: number[],
): Point[] {
  const rows = new Map<number, { left: number; right: number }>();
  seen[start] = 1;
  stack.push(start);
  while (stack.length > 0) {
    const at = stack.pop()!;
    const y = Math.floor(at / width);
    const x = at - y * width;
    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const next = ny * width + nx;
        if (seen[next] || map[next]! <= PIXEL_THRESHOLD) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
  }
  const points: Point[] = [];
  for (const [y, { left, right }] of rows)
    points.push({ x: left, y }, { x: left, y: y + 1 }, { x: right + 1, y }, { x: right + 1, y: y + 1 });
  return points;
}

/** Returns the mean of the map over pixel centers inside the rectangle. */
function meanInside(map: Float32Array, width: number, height: number, rect: RotatedRect): number {
  const box = bounds(rect);
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(height, Math.ceil(box.bottom)); y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(width, Math.ceil(box.right)); x++) {
      const dx = x + 0.5 - rect.cx;
      const dy = y + 0.5 - rect.cy;
      if (Math.abs(dx * rect.cos + dy * rect.sin) > rect.width / 2) continue;
      if (Math.abs(dy * rect.cos - dx * rect.sin) > rect.height / 2) continue;
      sum += map[y * width + x]!;
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}
