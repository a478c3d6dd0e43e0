import type { Logo } from './logo.ts';
import type { Pose } from './pose.ts';
import { type ImagePyramid, ORIENTATION_BINS, orientationBin, type PyramidLevel } from './pyramid.ts';

/** Range of the logo's longer side as a share of the still's width. */
const MIN_WIDTH_SHARE = 0.045;
const MAX_WIDTH_SHARE = 0.95;
/** Maximum width of searched levels; candidates are verified in larger ones. */
const MAX_SEARCH_WIDTH = 720;
/** Maximum rotation in radians to either side; refinement reaches a few degrees further. */
const MAX_TURN = 0.37;
/** Displacement of a logo's ends per rotation step in pixels; orientations are spread by one pixel. */
const TURN_PIXELS = 3.2;
const STRIDE = 2;
/** A position is rejected early if its first points score below this share of the maximum. */
const FIRST_POINTS = 14;
const FIRST_SHARE = 0.6;
const MIN_SCORE = 0.72;
const MAX_PER_SWEEP = 4;
const EXACT = 4;
const NEAR = 3;

/** Score of each orientation for each set of orientations in the still: {@link EXACT}, {@link NEAR} or 0. */
const SCORES = Uint8Array.from({ length: ORIENTATION_BINS * 256 }, (_, i) => {
  const [bin, seen] = [i >> 8, i & 255];
  if (seen & (1 << bin)) return EXACT;
  return seen & ((1 << ((bin + 1) % ORIENTATION_BINS)) | (1 << ((bin + ORIENTATION_BINS - 1) % ORIENTATION_BINS)))
    ? NEAR
    : 0;
});

export interface Candidate {
  pose: Pose;
  score: number;
}

/**
 * Finds positions where the edge orientations of a logo and a still agree, at all sizes and small rotations, best
 * first. Edge polarity is ignored because it changes along the outline on a busy background. Based on LINEMOD
 * (Hinterstoisser et al., 2012).
 */
export function search(logo: Logo, levels: ImagePyramid, count: number): Candidate[] {
  const found: Candidate[] = [];
  const { side } = logo.coarse;
  const last = levels.indexOf(side / MAX_WIDTH_SHARE);
  for (
    let index = levels.indexOf(Math.min(MAX_SEARCH_WIDTH, levels.width, side / MIN_WIDTH_SHARE));
    index <= last;
    index++
  ) {
    const level = levels.at(index);
    for (const turn of turns(side)) found.push(...sweep(logo, level, turn));
  }
  found.sort((a, b) => b.score - a.score);
  const distinct: Candidate[] = [];
  for (const one of found) {
    if (distinct.length === count) break;
    if (!distinct.some((other) => isSame(one.pose, other.pose))) distinct.push(one);
  }
  return distinct;
}

function turns(side: number): number[] {
  const step = TURN_PIXELS / (side / 2);
  const count = Math.ceil(MAX_TURN / step);
  return Array.from({ length: 2 * count + 1 }, (_, i) => ((i - count) * MAX_TURN) / count);
}

function isSame(a: Pose, b: Pose): boolean {
  const ratio = a.side / b.side;
  return ratio < 1.2 && ratio > 1 / 1.2 && Math.hypot(a.x - b.x, a.y - b.y) < 0.12 * a.side;
}

function sweep({ coarse, aspect }: Logo, level: PyramidLevel, turn: number): Candidate[] {
  const { points, side } = coarse;
  const [width, height] = aspect >= 1 ? [side, side / aspect] : [side * aspect, side];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const count = points.length;
  const offsets = new Int32Array(count);
  const tables = new Int32Array(count);
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const [i, { u, v, normal }] of points.entries()) {
    const [px, py] = [(u - 0.5) * width, (v - 0.5) * height];
    const [x, y] = [Math.round(px * cos - py * sin), Math.round(px * sin + py * cos)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    offsets[i] = y * level.width + x;
    tables[i] = orientationBin(Math.cos(normal + turn), Math.sin(normal + turn)) << 8;
  }
  const { directions } = level;
  const first = Math.min(FIRST_POINTS, count);
  const firstLimit = first * EXACT * FIRST_SHARE;
  const best: { x: number; y: number; score: number }[] = [];
  let least = MIN_SCORE * count * EXACT;
  for (let y = 1 - top; y < level.height - 1 - bottom; y += STRIDE) {
    for (let x = 1 - left; x < level.width - 1 - right; x += STRIDE) {
      const at = y * level.width + x;
      let score = 0;
      let i = 0;
      for (; i < first; i++) score += SCORES[tables[i]! | directions[at + offsets[i]!]!]!;
      if (score < firstLimit) continue;
      for (; i < count; i++) score += SCORES[tables[i]! | directions[at + offsets[i]!]!]!;
      if (score < least) continue;
      least = keep(best, { x, y, score }, side / 6, least);
    }
  }
  const { scale } = level;
  return best.map(({ x, y, score }) => ({
    pose: { x: (x + 0.5) / scale - 0.5, y: (y + 0.5) / scale - 0.5, side: side / scale, turn },
    score: score / (count * EXACT),
  }));
}

/** Keeps the best distinct positions. Returns the minimum score to be among them. */
function keep(
  best: { x: number; y: number; score: number }[],
  place: { x: number; y: number; score: number },
  apart: number,
  least: number,
): number {
  const near = best.findIndex(({ x, y }) => Math.abs(x - place.x) < apart && Math.abs(y - place.y) < apart);
  if (near >= 0) {
    if (best[near]!.score >= place.score) return least;
    best.splice(near, 1);
  }
  best.push(place);
  best.sort((a, b) => b.score - a.score);
  if (best.length > MAX_PER_SWEEP) best.pop();
  return best.length === MAX_PER_SWEEP ? best.at(-1)!.score : least;
}
