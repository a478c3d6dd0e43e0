import sharp from 'sharp';
import type { Picture } from '../../fixtures/media-spec.ts';

/** 5 x 7 dots per character, one hexadecimal number per row (bit 4 = leftmost): the classic character display. */
const FONT: Record<string, string> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101713110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  $: '040f140e051e04',
  '%': '18190204081303',
  ',': '00000000060408',
  '.': '0000000000060c',
  ':': '00060600060600',
  '-': '0000001f000000',
};

export interface TextSpec {
  text: string;
  /** Top left corner in pixels. */
  x: number;
  y: number;
  /** Height of a capital in pixels. */
  size: number;
  color?: readonly [number, number, number];
}

/**
 * Draws text without system fonts: capitals, digits, and some symbols, scaled up smoothly from dots.
 * @throws for a character that the font lacks
 */
export async function drawText(background: Picture, texts: readonly TextSpec[]): Promise<Picture> {
  const rgb = new Uint8Array(background.rgb);
  for (const spec of texts) {
    const mask = await textMask(spec.text, spec.size);
    const color = spec.color ?? [255, 255, 255];
    for (let y = 0; y < mask.height && spec.y + y < background.height; y++) {
      for (let x = 0; x < mask.width && spec.x + x < background.width; x++) {
        const alpha = mask.data[y * mask.width + x]! / 255;
        const at = ((spec.y + y) * background.width + spec.x + x) * 3;
        for (let c = 0; c < 3; c++) rgb[at + c] = Math.round(rgb[at + c]! * (1 - alpha) + color[c]! * alpha);
      }
    }
  }
  return { ...background, rgb };
}

/** Dots from one character to the next. */
function advance(character: string): number {
  return character === ' ' ? 4 : 6;
}

/** Coverage (0..255) of a line of text, with a dot of margin around. */
async function textMask(text: string, size: number): Promise<{ width: number; height: number; data: Uint8Array }> {
  const columns = [...text].reduce((sum, character) => sum + advance(character), 1);
  const dots = new Uint8Array(columns * 9);
  let left = 1;
  for (const character of text) {
    const start = left;
    left += advance(character);
    if (character === ' ') continue;
    const glyph = FONT[character];
    if (!glyph) throw new Error(`the test font has no "${character}"`);
    for (let row = 0; row < 7; row++) {
      const bits = Number.parseInt(glyph.slice(row * 2, row * 2 + 2), 16);
      for (let bit = 0; bit < 5; bit++) if (bits & (16 >> bit)) dots[(row + 1) * columns + start + bit] = 255;
    }
  }
  const scale = size / 7;
  const { data, info } = await sharp(dots, { raw: { width: columns, height: 9, channels: 1 } })
    .resize(Math.round(columns * scale), Math.round(9 * scale), { kernel: 'cubic', fit: 'fill' })
    .linear(3, -250)
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
