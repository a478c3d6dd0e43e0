/** Primaries beyond those of BT.709. */
export type WideGamut = 'bt2020' | 'p3';

export type Rgb = readonly [red: number, green: number, blue: number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/**
 * Luminance of linear light by primaries: BT.2020 (ITU-R BT.2020-2, table 4), P3 with D65 (SMPTE EG 432-1), and BT.709.
 */
const LUMA: Readonly<Record<WideGamut | 'bt709', Rgb>> = {
  bt2020: [0.2627, 0.678, 0.0593],
  p3: [0.229, 0.6917, 0.0793],
  bt709: [0.2126, 0.7152, 0.0722],
};

/** Linear light to BT.709: ITU-R BT.2087-0 backwards, and the same for P3 with D65. */
const TO_BT709: Readonly<Record<WideGamut, Matrix>> = {
  bt2020: [
    [1.6605, -0.5876, -0.0728],
    [-0.1246, 1.1329, -0.0083],
    [-0.0182, -0.1006, 1.1187],
  ],
  p3: [
    [1.2249, -0.2249, 0],
    [-0.042, 1.042, 0],
    [-0.0196, -0.0786, 1.0983],
  ],
};

/** Returns the luminance of linear light. Pure. */
export function luminance(gamut: WideGamut | 'bt709', light: Rgb): number {
  return dot(LUMA[gamut], light);
}

/** Returns linear light in BT.709, 0..1; what lies outside of its gamut is clipped (ITU-R BT.2407-0, 3.1). Pure. */
export function toBt709(gamut: WideGamut | 'bt709', light: Rgb): Rgb {
  if (gamut === 'bt709') return [clip(light[0]), clip(light[1]), clip(light[2])];
  const [red, green, blue] = TO_BT709[gamut];
  return [clip(dot(red, light)), clip(dot(green, light)), clip(dot(blue, light))];
}

function dot(a: Rgb, b: Rgb): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}
