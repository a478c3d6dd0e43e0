import type { Logo } from './logo.ts';
import type { ImagePyramid } from './pyramid.ts';
import { colorSimilarity, edgeSimilarity, type Homography, project, type Similarity } from './similarity.ts';

/** Logo match in a still: visible corners clockwise from the logo's upper left, in pixels of the still. */
export interface VerifiedMatch {
  readonly corners: readonly { x: number; y: number }[];
  readonly similarity: Similarity;
  readonly confidence: number;
}

/** Acceptance thresholds, measured on unrelated logos and images (bench/logos.ts). */
const MIN_EDGE_SIMILARITY = 0.8;
const MIN_COLOR_SIMILARITY = 0.66;
const MIN_SIMILARITY_SUM = 1.6;
/** Maximum distortion of a plausible match. */
const MAX_DISTORTION = 2.2;
const MIN_SIDE_PIXELS = 20;

/** Compares a logo with the still at `h`; null if the projected shape is implausible. */
export function verifyMatch(levels: ImagePyramid, logo: Logo, h: Homography): VerifiedMatch | null {
  const side = longerSide(cornersOf(h, 0, 0), logo.aspect);
  if (side === null) return null;
  const similarity = { edges: edgeSimilarity(levels, logo, h, side), colors: colorSimilarity(levels, logo, h, side) };
  return {
    corners: cornersOf(h, logo.margin.u, logo.margin.v),
    similarity,
    confidence: confidenceOf(similarity),
  };
}

export function isMatch({ similarity: { edges, colors } }: VerifiedMatch): boolean {
  return edges >= MIN_EDGE_SIMILARITY && colors >= MIN_COLOR_SIMILARITY && edges + colors >= MIN_SIMILARITY_SUM;
}

function cornersOf(h: Homography, u: number, v: number): { x: number; y: number }[] {
  return [project(h, u, v), project(h, 1 - u, v), project(h, 1 - u, 1 - v), project(h, u, 1 - v)];
}

/** Longer side of the quadrilateral in pixels; null if it is folded, mirrored, tiny or too distorted. */
function longerSide(corners: readonly { x: number; y: number }[], aspect: number): number | null {
  const sides: number[] = [];
  for (let i = 0; i < 4; i++) {
    const [a, b, c] = [corners[i]!, corners[(i + 1) % 4]!, corners[(i + 2) % 4]!];
    const turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    const [ab, bc] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y)];
    // Clockwise with y downward, and no corner sharper than 35 degrees.
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

function confidenceOf({ edges, colors }: Similarity): number {
  return Math.round(Math.min(1, Math.max(0, (edges + colors) / 2)) * 1000) / 1000;
}
