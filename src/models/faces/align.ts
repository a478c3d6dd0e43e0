import type { RgbImage } from '../objects/picture.ts';
import type { Face, Point } from './decode.ts';
import { CHIP_SIDE } from './recognizer.ts';

/**
 * Where the eyes, the nose, and the mouth are in the chips that the recognizer was trained on, in fractions of the
 * side.
 */
const PLACES: Face['landmarks'] = [
  { x: 0.325, y: 0.345 },
  { x: 0.675, y: 0.345 },
  { x: 0.5, y: 0.535 },
  { x: 0.5, y: 0.7 },
];

/** Turns, scales, and moves pixels of a chip to pixels of the picture: x' = a x - b y + c, y' = b x + a y + d. */
interface Similarity {
  a: number;
  b: number;
  c: number;
  d: number;
}

/** Cuts a face out upright, as RGB bytes of {@link CHIP_SIDE} squared. */
export function cutChip(picture: RgbImage, face: Face): Uint8Array {
  const targets = face.landmarks.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height }));
  const sources = PLACES.map(({ x, y }) => ({ x: x * CHIP_SIDE, y: y * CHIP_SIDE }));
  return sample(picture, similarityOf(sources, targets));
}

/** Least-squares similarity from points to others (Umeyama 1991, without reflection). */
function similarityOf(from: readonly Point[], to: readonly Point[]): Similarity {
  const [p, q] = [meanOf(from), meanOf(to)];
  let [along, across, size] = [0, 0, 0];
  for (const [i, point] of from.entries()) {
    const [x, y] = [point.x - p.x, point.y - p.y];
    const [u, v] = [to[i]!.x - q.x, to[i]!.y - q.y];
    along += x * u + y * v;
    across += x * v - y * u;
    size += x * x + y * y;
  }
  const [a, b] = [along / size, across / size];
  return { a, b, c: q.x - a * p.x + b * p.y, d: q.y - b * p.x - a * p.y };
}

function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/**
 * Samples bilinearly, averaging over several points per pixel where the picture is larger; outside of it, the edge goes
 * on.
 */
function sample({ width, height, rgb }: RgbImage, { a, b, c, d }: Similarity): Uint8Array {
  const chip = new Uint8Array(CHIP_SIDE * CHIP_SIDE * 3);
  const points = Math.max(1, Math.min(8, Math.round(Math.hypot(a, b))));
  for (let row = 0; row < CHIP_SIDE; row++) {
    for (let column = 0; column < CHIP_SIDE; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (let i = 0; i < points * points; i++) {
        const x = column + ((i % points) + 0.5) / points;
        const y = row + (Math.floor(i / points) + 0.5) / points;
        const sourceX = clamp(a * x - b * y + c - 0.5, width - 1);
        const sourceY = clamp(b * x + a * y + d - 0.5, height - 1);
        const [left, top] = [Math.min(Math.floor(sourceX), width - 2), Math.min(Math.floor(sourceY), height - 2)];
        const [right, bottom] = [sourceX - left, sourceY - top];
        const at = (top * width + left) * 3;
        const below = at + width * 3;
        const weights = [
          (1 - right) * (1 - bottom),
          right * (1 - bottom),
          (1 - right) * bottom,
          right * bottom,
        ] as const;
        for (const [weight, from] of [
          [weights[0], at],
          [weights[1], at + 3],
          [weights[2], below],
          [weights[3], below + 3],
        ] as const) {
          red += weight * rgb[from]!;
          green += weight * rgb[from + 1]!;
          blue += weight * rgb[from + 2]!;
        }
      }
      const to = (row * CHIP_SIDE + column) * 3;
      chip[to] = red / (points * points);
      chip[to + 1] = green / (points * points);
      chip[to + 2] = blue / (points * points);
    }
  }
  return chip;
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}
