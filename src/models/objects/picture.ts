/** Packed RGB, `width * height * 3` bytes, row by row; a `Still` is one. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}
