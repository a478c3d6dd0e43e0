import type { Picture } from '../../test/fixtures/media-spec.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

export const [WIDTH, HEIGHT] = [320, 180];

/** A large image that a virtual camera views; sizes in pixels. */
export interface World {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** View of the camera: its center as a share of the world, and its zoom. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

const SIZE = { width: 960, height: 600 };

/** Synthetic scenery: soft noise at several scales in one tint, with shapes on it. Different for every seed. */
export function makeWorld(seed: number): World {
  const random = seededRandom(seed);
  const { width, height } = SIZE;
  const tint = [0.35 + random() * 0.65, 0.35 + random() * 0.65, 0.35 + random() * 0.65];
  const layers = [5, 11, 23, 47].map((cells, level) => ({
    cells,
    weight: 0.75 ** level,
    values: Float32Array.from({ length: (cells + 2) * (cells + 2) }, random),
  }));
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (const { cells, weight, values } of layers) {
        const [u, v] = [(x / width) * cells, (y / height) * cells];
        const [i, j] = [Math.floor(u), Math.floor(v)];
        const at = j * (cells + 2) + i;
        const top = values[at]! + (values[at + 1]! - values[at]!) * (u - i);
        const low = values[at + cells + 2]! + (values[at + cells + 3]! - values[at + cells + 2]!) * (u - i);
        sum += weight * (top + (low - top) * (v - j) - 0.5);
      }
      for (let c = 0; c < 3; c++) rgb[(y * width + x) * 3 + c] = clamp((125 + 150 * sum) * tint[c]!);
    }
  }
  const world = { width, height, rgb };
  for (let i = 0; i < 40; i++) {
    const [w, h] = [20 + random() * 90, 20 + random() * 90];
    fill(world, random() * width, random() * height, w, h, [random() * 255, random() * 255, random() * 255]);
  }
  return world;
}

/** The world in `width` x `height` pixels, each taken from its nearest one. */
export function enlarge(world: World, width: number, height: number): World {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    const row = Math.floor((y * world.height) / height) * world.width;
    for (let x = 0; x < width; x++) {
      const from = (row + Math.floor((x * world.width) / width)) * 3;
      rgb[to++] = world.rgb[from]!;
      rgb[to++] = world.rgb[from + 1]!;
      rgb[to++] = world.rgb[from + 2]!;
    }
  }
  return { width, height, rgb };
}

/** A filled rectangle on `target`, cut off at its edges. */
function fill(
  target: { width: number; height: number; rgb: Uint8Array },
  x: number,
  y: number,
  width: number,
  height: number,
  color: readonly number[],
): void {
  const [left, right] = [Math.max(0, Math.round(x)), Math.min(target.width, Math.round(x + width))];
  for (let row = Math.max(0, Math.round(y)); row < Math.min(target.height, Math.round(y + height)); row++) {
    for (let column = left; column < right; column++) target.rgb.set(color, (row * target.width + column) * 3);
  }
}

/** Renders the camera's view, bilinear. */
export function look(world: World, { x, y, zoom }: Camera): Picture {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  const [left, top] = [x * world.width - WIDTH / 2 / zoom, y * world.height - HEIGHT / 2 / zoom];
  for (let row = 0, to = 0; row < HEIGHT; row++) {
    const v = Math.max(0, Math.min(world.height - 2, top + row / zoom));
    const j = Math.floor(v);
    for (let column = 0; column < WIDTH; column++) {
      const u = Math.max(0, Math.min(world.width - 2, left + column / zoom));
      const i = Math.floor(u);
      const at = (j * world.width + i) * 3;
      for (let c = at; c < at + 3; c++) {
        const upper = world.rgb[c]! + (world.rgb[c + 3]! - world.rgb[c]!) * (u - i);
        const under = c + world.width * 3;
        const lower = world.rgb[under]! + (world.rgb[under + 3]! - world.rgb[under]!) * (u - i);
        rgb[to++] = upper + (lower - upper) * (v - j);
      }
    }
  }
  return { width: WIDTH, height: HEIGHT, rgb };
}

/** Applies `tone` to every channel of every pixel. */
export function toned({ width, height, rgb }: Picture, tone: (value: number) => number): Picture {
  return { width, height, rgb: rgb.map((value) => clamp(tone(value))) };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}
