import type { Levels } from './levels.ts';
import type { Logo } from './logo.ts';
import { coloursOf, contourOf, type Homography, type Likeness, project } from './verify.ts';

/** A logo in a still: corners of what it shows clockwise from the logo's upper left, in pixels of the still. */
export interface Judged {
  readonly corners: readonly { x: number; y: number }[];
  readonly likeness: Likeness;
  readonly confidence: number;
}

/** What it takes to believe: measured on pairs of unrelated logos and pictures, see bench/logos.ts. */
const CONTOUR = 0.8;
const COLOURS = 0.66;
const BOTH = 1.6;
/** Corners of a real sight of a logo are not folded, nor squeezed or sheared beyond this. */
const MAX_SQUEEZE = 2.2;
const MIN_SIDE = 20;

/** How much a logo is what the still shows at `h`; null when the shape is none a logo can have. */
export function judge(levels: Levels, logo: Logo, h: Homography): Judged | null {
  const side = longerSide(cornersOf(h, 0, 0), logo.aspect);
  if (side === null) return null;
  const likeness = { contour: contourOf(levels, logo, h, side), colours: coloursOf(levels, logo, h, side) };
  return { corners: cornersOf(h, logo.room.u, logo.room.v), likeness, confidence: confidenceOf(likeness) };
}

export function isBelieved({ likeness: { contour, colours } }: Judged): boolean {
  return contour >= CONTOUR && colours >= COLOURS && contour + colours >= BOTH;
}

function cornersOf(h: Homography, u: number, v: number): { x: number; y: number }[] {
  return [project(h, u, v), project(h, 1 - u, v), project(h, 1 - u, 1 - v), project(h, u, 1 - v)];
}

/** Longer side of the quadrilateral in pixels; null when it is folded, turned over, tiny or out of shape. */
function longerSide(corners: readonly { x: number; y: number }[], aspect: number): number | null {
  const sides: number[] = [];
  for (let i = 0; i < 4; i++) {
    const [a, b, c] = [corners[i]!, corners[(i + 1) % 4]!, corners[(i + 2) % 4]!];
    const turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    const [ab, bc] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y)];
    // Clockwise with y downwards, and no corner sharper than 35 degrees.
    if (!(turn > 0.57 * ab * bc)) return null;
    sides.push(ab);
  }
  const [top, right, bottom, left] = sides as [number, number, number, number];
  const across = (top + bottom) / 2;
  const down = (left + right) / 2;
  const squeeze = across / down / aspect;
  if (squeeze > MAX_SQUEEZE || squeeze < 1 / MAX_SQUEEZE) return null;
  if (Math.max(top / bottom, bottom / top, left / right, right / left) > MAX_SQUEEZE) return null;
  const longer = Math.max(across, down);
  return longer >= MIN_SIDE ? longer : null;
}

function confidenceOf({ contour, colours }: Likeness): number {
  return Math.round(Math.min(1, Math.max(0, (contour + colours) / 2)) * 1000) / 1000;
}
