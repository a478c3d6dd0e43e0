import { colorSize, type FrameSummary } from '../frames/frame-summary.ts';

const COLOR_NAMES = [
  'black',
  'white',
  'grey',
  'red',
  'orange',
  'brown',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const;
export type ColorName = (typeof COLOR_NAMES)[number];

export interface ColorShare {
  name: ColorName;
  /** `#rrggbb`, the mean of the pixels with this color name. */
  hex: string;
  /** Share of the frame, 0..1. */
  share: number;
}

/** Colors with a smaller share of the frame are omitted. */
const MIN_SHARE = 0.12;
const MAX_COLORS = 4;

/** Accumulates the colors of frames by name. */
export class ColorHistogram {
  readonly #sums = new Map<ColorName, { count: number; rgb: [number, number, number] }>();
  #total = 0;

  add(frame: FrameSummary): void {
    const { columns, rows, cells } = frame;
    const [across, down] = colorSize(columns, rows);
    const luma = columns * rows;
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) {
        const brightness = cells[Math.min(rows - 1, 2 * y) * columns + Math.min(columns - 1, 2 * x)]!;
        const at = luma + y * across + x;
        this.#count(toRgb(brightness, cells[at]! / 2, cells[at + across * down]! / 2));
      }
    }
  }

  /** Dominant colors, largest first. */
  top(): ColorShare[] {
    return [...this.#sums]
      .map(([name, { count, rgb }]) => ({
        name,
        hex: `#${rgb
          .map((sum) =>
            Math.round(sum / count)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')}`,
        share: Math.round((count / this.#total) * 100) / 100,
      }))
      .filter(({ share }) => share >= MIN_SHARE)
      .sort((a, b) => b.share - a.share)
      .slice(0, MAX_COLORS);
  }

  #count(rgb: [number, number, number]): void {
    const name = colorName(...rgb);
    const entry = this.#sums.get(name) ?? { count: 0, rgb: [0, 0, 0] };
    entry.count++;
    for (let i = 0; i < 3; i++) entry.rgb[i]! += rgb[i]!;
    this.#sums.set(name, entry);
    this.#total++;
  }
}

/** Limited-range BT.601 to RGB (ITU-R BT.601-7), accurate enough to name a color. `u` and `v` are centered on 0. */
function toRgb(y: number, u: number, v: number): [number, number, number] {
  const light = 1.164 * (y - 16);
  const clamp = (value: number): number => Math.max(0, Math.min(255, value));
  return [clamp(light + 1.596 * v), clamp(light - 0.392 * u - 0.813 * v), clamp(light + 2.017 * u)];
}

/** Everyday name of a color; components 0..255. */
export function colorName(red: number, green: number, blue: number): ColorName {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (most < 40) return 'black';
  if (spread < 24 || spread / most < 0.16) return most > 200 ? 'white' : most < 55 ? 'black' : 'grey';
  const hue = hueOf(red, green, blue, most, spread);
  if (hue < 15 || hue >= 345) return spread / most < 0.45 && most > 150 ? 'pink' : 'red';
  if (hue < 45) return most < 150 || spread / most < 0.4 ? 'brown' : 'orange';
  if (hue < 68) return most < 110 ? 'brown' : 'yellow';
  if (hue < 160) return 'green';
  if (hue < 195) return 'teal';
  if (hue < 255) return 'blue';
  return hue < 300 ? 'purple' : 'pink';
}

/** Degrees on the color wheel: red 0, green 120, blue 240. */
function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return (sixth * 60 + 360) % 360;
}
