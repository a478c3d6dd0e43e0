import sharp from 'sharp';
import { ReelscopeError } from '../../contract/errors.ts';
import { luma, type Plane, resized } from './plane.ts';
import type { Patch } from './verify.ts';

/** Longer side in pixels at which a logo's features are taken. */
const FEATURE_SIDE = 256;
/** Sides at which a logo is compared with what was found. */
export const PATCH_SIDES = [24, 40, 64, 96] as const;
/** Empty room around a transparent logo, as a share of its longer side: its outline is what it is known by. */
const MARGIN = 0.06;
const PAPERS = [255, 0] as const;

/** One way in which a logo may look: on light or on dark ground. */
export interface LogoLook {
  readonly features: Plane;
  /** By longer side, in the order of {@link PATCH_SIDES}. */
  readonly patches: readonly Patch[];
}

/** A reference logo, ready to be looked for. */
export interface Logo {
  /** Width by height. */
  readonly aspect: number;
  readonly looks: readonly LogoLook[];
}

/** Reads a picture of a logo (any format that sharp reads). @throws ReelscopeError `invalid_request` */
export async function readLogo(bytes: Uint8Array): Promise<Logo> {
  const picture = await pixels(bytes);
  const { width, height, rgba } = cropped(picture);
  const hasGround = rgba.some((value, i) => i % 4 === 3 && value < 128);
  const looks = (hasGround ? PAPERS : [255]).map((paper) => look(width, height, rgba, paper, hasGround));
  const visible = looks.filter(({ features }) => deviation(features.data) > 8);
  if (visible.length === 0)
    throw new ReelscopeError('invalid_request', 'The picture shows nothing: it is one plain colour.');
  return { aspect: width / height, looks: visible };
}

async function pixels(bytes: Uint8Array): Promise<{ width: number; height: number; rgba: Uint8Array }> {
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 40_000_000 })
      .rotate()
      .resize(512, 512, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, rgba: new Uint8Array(data) };
  } catch (cause) {
    throw new ReelscopeError('invalid_request', 'The picture of the logo could not be read.', { cause });
  }
}

/** Without the transparent rim, but with a little room, so that every logo is framed alike. */
function cropped({ width, height, rgba }: { width: number; height: number; rgba: Uint8Array }) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rgba[(y * width + x) * 4 + 3]! < 64) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) throw new ReelscopeError('invalid_request', 'The picture shows nothing: it is all transparent.');
  const filled = left === 0 && top === 0 && right === width - 1 && bottom === height - 1;
  const opaque = filled && !rgba.some((value, i) => i % 4 === 3 && value < 128);
  const room = opaque ? 0 : Math.max(2, Math.round(Math.max(right - left, bottom - top) * MARGIN));
  const [w, h] = [right - left + 1 + 2 * room, bottom - top + 1 + 2 * room];
  const out = new Uint8Array(w * h * 4);
  for (let y = top; y <= bottom; y++) {
    const from = (y * width + left) * 4;
    out.set(rgba.subarray(from, from + (right - left + 1) * 4), ((y - top + room) * w + room) * 4);
  }
  return { width: w, height: h, rgba: out };
}

function look(width: number, height: number, rgba: Uint8Array, paper: number, hasGround: boolean): LogoLook {
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) {
    const a = rgba[i * 4 + 3]! / 255;
    alpha[i] = rgba[i * 4 + 3]!;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(rgba[i * 4 + c]! * a + paper * (1 - a));
  }
  const grey = luma({ width, height, rgb });
  const at = (side: number) => {
    const scale = side / Math.max(width, height);
    return [Math.max(6, Math.round(width * scale)), Math.max(6, Math.round(height * scale))] as const;
  };
  const patches = PATCH_SIDES.map((side): Patch => {
    const [w, h] = at(side);
    const small = resized(grey, w, h);
    if (!hasGround) return { ...small, mask: new Uint8Array(w * h).fill(1) };
    return { ...small, mask: grown(resized({ width, height, data: alpha }, w, h), Math.max(1, Math.round(side / 24))) };
  });
  return { features: resized(grey, ...at(FEATURE_SIDE)), patches };
}

/** Where the logo is, and a rim of `by` pixels of the ground around it. */
function grown({ width, height, data }: Plane, by: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! < 64) continue;
      for (let dy = -by; dy <= by; dy++) {
        for (let dx = -by; dx <= by; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx >= 0 && ny >= 0 && nx < width && ny < height) mask[ny * width + nx] = 1;
        }
      }
    }
  }
  return mask;
}

function deviation(data: Uint8Array): number {
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0) / data.length);
}
