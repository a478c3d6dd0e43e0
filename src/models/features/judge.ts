import type { Logo, LogoLook } from './logo.ts';
import { PATCH_SIDES } from './logo.ts';
import { type Plane, resized } from './plane.ts';
import { type Homography, type Likeness, likeness, project } from './verify.ts';

/** A logo in a still: corners clockwise from the logo's upper left, in pixels of the still. */
export interface Judged {
  readonly corners: readonly { x: number; y: number }[];
  readonly likeness: Likeness;
  readonly confidence: number;
}

/** What it takes to believe: measured on pairs of unrelated logos and pictures, see bench/logos.ts. */
const CORRELATION = 0.7;
const EDGES = 0.55;
/** Corners of a real sight of a logo are not folded, nor squeezed or sheared beyond this. */
const MAX_SQUEEZE = 2.2;
const MIN_SIDE = 14;

/** A still at several sizes, so that comparing at a small size does not alias. */
export class StillPyramid {
  readonly levels: Plane[];

  constructor(still: Plane) {
    this.levels = [still];
    for (let last = still; Math.min(last.width, last.height) > 40; last = this.levels.at(-1)!) {
      this.levels.push(resized(last, Math.ceil(last.width / 2), Math.ceil(last.height / 2)));
    }
  }

  get width(): number {
    return this.levels[0]!.width;
  }

  /** The level that has about one pixel for each of the patch's. */
  near(pixelsPerPatchPixel: number): { plane: Plane; scale: number } {
    const level = Math.min(this.levels.length - 1, Math.max(0, Math.round(Math.log2(pixelsPerPatchPixel))));
    const plane = this.levels[level]!;
    return { plane, scale: plane.width / this.width };
  }
}

/** How much a logo's look is what the still shows at `h`; null when the shape is none a logo can have. */
export function judge(pyramid: StillPyramid, logo: Logo, look: LogoLook, h: Homography): Judged | null {
  const corners = cornersOf(h);
  const side = longerSide(corners, logo.aspect);
  if (side === null) return null;
  const likely = compare(pyramid, look, h, side, PATCH_SIDES.length);
  return { corners, likeness: likely, confidence: confidenceOf(likely) };
}

export function isBelieved({ likeness: { correlation, edges } }: Judged): boolean {
  return correlation >= CORRELATION && edges >= EDGES;
}

/** @param finest how many of the patch sizes may be used: fewer are faster */
export function compare(pyramid: StillPyramid, look: LogoLook, h: Homography, side: number, finest: number): Likeness {
  const fitting = PATCH_SIDES.slice(0, finest).filter((patchSide) => patchSide <= side * 1.3);
  const patch = look.patches[Math.max(0, fitting.length - 1)]!;
  const { plane, scale } = pyramid.near(side / Math.max(patch.width, patch.height));
  return likeness(plane, patch, h, scale);
}

export function cornersOf(h: Homography): { x: number; y: number }[] {
  return [project(h, 0, 0), project(h, 1, 0), project(h, 1, 1), project(h, 0, 1)];
}

/** Longer side of the quadrilateral in pixels; null when it is folded, turned over, tiny or out of shape. */
export function longerSide(corners: readonly { x: number; y: number }[], aspect: number): number | null {
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

function confidenceOf({ correlation, edges }: Likeness): number {
  return Math.round(Math.min(1, Math.max(0, (correlation + edges) / 2)) * 1000) / 1000;
}
