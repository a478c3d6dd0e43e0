import { type FrameSummary, summarizeFrame } from '../../../src/modules/scenes/frames/frame-summary.ts';
import { seededRandom } from '../../fixtures/random.ts';

const SIZE = { width: 160, height: 90 } as const;

/** The summary of a luma frame drawn by a function of pixel position; color is neutral unless given. */
export function frameSummary(
  luma: (x: number, y: number) => number,
  at: { index?: number; time?: number; u?: number; v?: number; width?: number; height?: number } = {},
): FrameSummary {
  const { index = 0, time = 0, u = 128, v = 128, width = SIZE.width, height = SIZE.height } = at;
  const bytes = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) bytes[y * width + x] = luma(x, y);
  const half = (width >> 1) * (height >> 1);
  return summarizeFrame({
    index,
    time,
    duration: 0.04,
    width,
    height,
    luma: bytes,
    chromaU: new Uint8Array(half).fill(u),
    chromaV: new Uint8Array(half).fill(v),
  });
}

/** Scenes by seed: tests ask for the same one for each pixel of each frame. */
const scenes = new Map<number, (x: number, y: number) => number>();

/** A scene of soft blobs, a function of pixel position, different for every seed. */
export function scene(seed: number): (x: number, y: number) => number {
  const known = scenes.get(seed) ?? drawScene(seed);
  scenes.set(seed, known);
  return known;
}

function drawScene(seed: number): (x: number, y: number) => number {
  const random = seededRandom(seed);
  const blobs = Array.from({ length: 25 }, () => ({
    x: random() * 220 - 30,
    y: random() * 150 - 30,
    size: 6 + random() * 16,
    level: random() * 200 - 100,
  }));
  const levelAt = (x: number, y: number): number => {
    let sum = 120;
    for (const blob of blobs) {
      const away = ((x - blob.x) ** 2 + (y - blob.y) ** 2) / blob.size ** 2;
      if (away < 9) sum += blob.level * Math.exp(-away);
    }
    return Math.max(0, Math.min(255, sum));
  };
  const [width, height] = [512, 256];
  const levels = new Float64Array(width * height).fill(Number.NaN);
  return (x, y) => {
    if (!(x >= 0 && x < width && y >= 0 && y < height && Number.isInteger(x) && Number.isInteger(y)))
      return levelAt(x, y);
    const at = y * width + x;
    if (Number.isNaN(levels[at]!)) levels[at] = levelAt(x, y);
    return levels[at]!;
  };
}
