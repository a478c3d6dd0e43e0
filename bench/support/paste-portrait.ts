import type { Region } from '../../src/contract/search/visual.ts';
import type { Picture } from '../../test/fixtures/media-spec.ts';

type Size = Pick<Picture, 'width' | 'height'>;

/** A portrait, and where its face is: pixels. */
export interface Cutout extends Picture {
  face: Region;
}

/** Where an actor's face is: center and width in pixels of the frame, turned clockwise by degrees. */
export interface Pose {
  x: number;
  y: number;
  size: number;
  angle?: number;
  opacity?: number;
  /** Width in proportion to that of the portrait: a head that turns away. */
  squeeze?: number;
  portrait?: number;
}

export const line = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Draws a portrait into a frame of packed RGB as an ellipse with a soft edge. */
export function pastePortrait(
  rgb: Uint8Array,
  frame: Size,
  portrait: Cutout,
  { x, y, size, angle = 0, opacity = 1, squeeze = 1 }: Pose,
): void {
  const { face } = portrait;
  const scale = size / face.width;
  const center = { x: face.x + face.width / 2, y: face.y + face.height / 2 };
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const reach = Math.ceil(scale * Math.hypot(portrait.width, portrait.height));
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(frame.height, y + reach); row++) {
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(frame.width, x + reach); column++) {
      const [across, down] = [column - x, row - y];
      const u = (cos * across + sin * down) / (scale * squeeze) + center.x;
      const v = (cos * down - sin * across) / scale + center.y;
      const away = Math.hypot((2 * u) / portrait.width - 1, (2 * v) / portrait.height - 1);
      const share = opacity * Math.max(0, Math.min(1, (1 - away) / 0.08));
      if (share === 0) continue;
      const to = (row * frame.width + column) * 3;
      for (let channel = 0; channel < 3; channel++)
        rgb[to + channel] = line(rgb[to + channel]!, colorAt(portrait, u, v, channel), share);
    }
  }
}

/** Bilinear. */
function colorAt({ width, height, rgb }: Picture, u: number, v: number, channel: number): number {
  const [x, y] = [Math.max(0, Math.min(width - 2, u)), Math.max(0, Math.min(height - 2, v))];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (i: number, j: number) => rgb[(j * width + i) * 3 + channel]!;
  return line(
    line(at(left, top), at(left + 1, top), x - left),
    line(at(left, top + 1), at(left + 1, top + 1), x - left),
    y - top,
  );
}
