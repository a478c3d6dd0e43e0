import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { trimWhiteBackground } from './background-trim.ts';
import { type EdgePoint, edgePoints, type Rgba } from './edge-features.ts';
import { logoPixels } from './logo-pixels.ts';
import { luma, type Plane, resizePlane } from './plane.ts';

/** Longer sides in pixels for corner detection and edge comparison. */
const FEATURE_SIDE = 256;
const EDGE_SIDE = 84;
/** Longer sides in pixels for color comparison. */
const GRID_SIDES = [18, 28, 42, 64, 84] as const;
/** Side of the template that slides over a still; elongated logos use a larger one. */
const COARSE_SIDE = 30;
const MAX_COARSE_SIDE = 56;
const COARSE_POINTS = 56;
const EDGE_POINTS = 160;
const MIN_POINTS = 12;
/** Margin around a transparent logo as a share of its longer side, needed to detect the outline. */
const MARGIN_SHARE = 0.06;
/** Width of the compared surroundings as a share of the longer side. */
const SURROUNDING_SHARE = 0.05;
const BACKGROUNDS = [255, 0] as const;

/** Colors of a logo at one size. */
export interface LogoGrid {
  readonly width: number;
  readonly height: number;
  /** Packed RGB. */
  readonly data: Uint8Array;
  /** Per pixel: 1 = logo, 2 = adjacent background, 0 = undetermined. */
  readonly part: Uint8Array;
}

/** Reference logo prepared for matching. */
export interface Logo {
  /** Width by height. */
  readonly aspect: number;
  /** Margin on each side, in fractions of the image's width and height. */
  readonly margin: { readonly u: number; readonly v: number };
  readonly points: readonly EdgePoint[];
  /** Template for the candidate search. */
  readonly coarse: { readonly points: readonly EdgePoint[]; readonly side: number };
  /** Ordered from small to large. */
  readonly grids: readonly LogoGrid[];
  /** Grayscale images for corner detection: on light and dark backgrounds if the logo is transparent. */
  readonly variants: readonly Plane[];
}

/** Prepares a logo image. @throws ReelscopeError `invalid_request` */
export async function readLogo(bytes: Uint8Array): Promise<Logo> {
  const { picture, room } = cropped(trimWhiteBackground(await readPixels(bytes)));
  const { width, height } = picture;
  const aspect = width / height;
  const points = edgePoints(sized(picture, EDGE_SIDE), EDGE_POINTS);
  if (points.length < MIN_POINTS) throw new ReelscopeError('invalid_request', sentence('logo.plain'));
  const side = Math.min(MAX_COARSE_SIDE, Math.round(COARSE_SIDE * Math.sqrt(Math.max(aspect, 1 / aspect))));
  const hasGround = isTransparent(picture);
  return {
    aspect,
    margin: room,
    points,
    coarse: { points: edgePoints(sized(picture, side), COARSE_POINTS), side },
    grids: GRID_SIDES.map((gridSide) => gridOf(sized(picture, gridSide))),
    variants: (hasGround ? BACKGROUNDS : [255]).map((paper) => onBackground(picture, paper)),
  };
}

async function readPixels(bytes: Uint8Array): Promise<Rgba> {
  try {
    return await logoPixels(bytes);
  } catch (cause) {
    throw new ReelscopeError('invalid_request', sentence('logo.unreadable'), { cause });
  }
}

/** Crops transparent borders to a uniform margin. */
function cropped(picture: Rgba): { picture: Rgba; room: Logo['margin'] } {
  const { width, height, data } = picture;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < 64) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) throw new ReelscopeError('invalid_request', sentence('logo.transparent'));
  const filled = left === 0 && top === 0 && right === width - 1 && bottom === height - 1;
  const opaque = filled && !isTransparent(picture);
  const room = opaque ? 0 : Math.max(2, Math.round(Math.max(right - left, bottom - top) * MARGIN_SHARE));
  const [w, h] = [right - left + 1 + 2 * room, bottom - top + 1 + 2 * room];
  const out = new Uint8Array(w * h * 4);
  for (let y = top; y <= bottom; y++) {
    const from = (y * width + left) * 4;
    out.set(data.subarray(from, from + (right - left + 1) * 4), ((y - top + room) * w + room) * 4);
  }
  return { picture: { width: w, height: h, data: out }, room: { u: room / w, v: room / h } };
}

function isTransparent({ data }: Rgba): boolean {
  return data.some((value, i) => i % 4 === 3 && value < 128);
}

/** Resizes to a longer side of `side` pixels with premultiplied alpha. */
function sized({ width, height, data }: Rgba, side: number): Rgba {
  const scale = side / Math.max(width, height);
  const [w, h] = [Math.max(6, Math.round(width * scale)), Math.max(6, Math.round(height * scale))];
  const channel = (c: number): Plane => {
    const plane = new Uint8Array(width * height);
    for (let i = 0; i < plane.length; i++) {
      plane[i] = c === 3 ? data[i * 4 + 3]! : Math.round((data[i * 4 + c]! * data[i * 4 + 3]!) / 255);
    }
    return resizePlane({ width, height, data: plane }, w, h);
  };
  const planes = [0, 1, 2, 3].map(channel);
  const out = new Uint8Array(w * h * 4);
  for (let i = 0; i < w * h; i++) {
    const alpha = planes[3]!.data[i]!;
    for (let c = 0; c < 3; c++) out[i * 4 + c] = alpha === 0 ? 0 : Math.min(255, (planes[c]!.data[i]! * 255) / alpha);
    out[i * 4 + 3] = alpha;
  }
  return { width: w, height: h, data: out };
}

function onBackground({ width, height, data }: Rgba, paper: number): Plane {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const alpha = data[i * 4 + 3]! / 255;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(data[i * 4 + c]! * alpha + paper * (1 - alpha));
  }
  const scale = FEATURE_SIDE / Math.max(width, height);
  return resizePlane(
    luma({ width, height, rgb }),
    Math.max(6, Math.round(width * scale)),
    Math.max(6, Math.round(height * scale)),
  );
}

function gridOf({ width, height, data }: Rgba): LogoGrid {
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = data[i * 4 + 3]!;
    rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3);
  }
  const ink = alpha.reduce((sum, value) => sum + value, 0) / 255;
  const within = (least: number) => alpha.map((value) => (value >= least ? 1 : 0));
  // Thin lines have no fully covered pixels at small sizes, so mostly covered ones count.
  const strict = within(216);
  const part = strict.reduce((sum, value) => sum + value, 0) >= 0.35 * ink ? strict : within(128);
  const reach = Math.max(2, Math.round(SURROUNDING_SHARE * Math.max(width, height)));
  const inner = part.slice();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!inner[y * width + x]) continue;
      for (let ny = Math.max(0, y - reach); ny <= Math.min(height - 1, y + reach); ny++) {
        for (let nx = Math.max(0, x - reach); nx <= Math.min(width - 1, x + reach); nx++) {
          if (alpha[ny * width + nx]! < 20) part[ny * width + nx] = 2;
        }
      }
    }
  }
  return { width, height, data: rgb, part };
}
