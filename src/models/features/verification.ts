import type { Logo } from './logo.ts';
import type { ImagePyramid } from './pyramid.ts';
import { colorSimilarity, edgeSimilarity, type Homography, project, type Similarity } from './similarity.ts';

/** A logo in a still: corners of what it shows clockwise from the logo's upper left, in pixels of the still. */
export interface VerifiedMatch {
  readonly corners: readonly { x: number; y: number }[];
  readonly similarity: Similarity;
  readonly confidence: number;
}

/** What it takes to believe: measured on pairs of unrelated logos and pictures, see bench/logos.ts. */
const MIN_EDGE_SIMILARITY = 0.8;
const MIN_COLOR_SIMILARITY = 0.66;
const MIN_SIMILARITY_SUM = 1.6;
/** Corners of a real sight of a logo are not folded, nor squeezed or sheared beyond this. */
const MAX_DISTORTION = 2.2;
const MIN_SIDE_PIXELS = 20;

/** How much a logo is what the still shows at `h`; null when the shape is none a logo can have. */
export function verifyMatch(levels: ImagePyramid, logo: Logo, h: Homography): VerifiedMatch | null {
  const side = longerSide(cornersOf(h, 0, 0), logo.aspect);
  if (side === null) return null;
  const likeness = { edges: edgeSimilarity(levels, logo, h, side), colors: colorSimilarity(levels, logo, h, side) };
  return {
    corners: cornersOf(h, logo.margin.u, logo.margin.v),
    similarity: likeness,
    confidence: confidenceOf(likeness),
  };
}

export function isMatch({ similarity: { edges: contour, colors: colours } }: VerifiedMatch): boolean {
  return contour >= MIN_EDGE_SIMILARITY && colours >= MIN_COLOR_SIMILARITY && contour + colours >= MIN_SIMILARITY_SUM;
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
  if (squeeze > MAX_DISTORTION || squeeze < 1 / MAX_DISTORTION) return null;
  if (Math.max(top / bottom, bottom / top, left / right, right / left) > MAX_DISTORTION) return null;
  const longer = Math.max(across, down);
  return longer >= MIN_SIDE_PIXELS ? longer : null;
}

function confidenceOf({ edges: contour, colors: colours }: Similarity): number {
  return Math.round(Math.min(1, Math.max(0, (contour + colours) / 2)) * 1000) / 1000;
}
