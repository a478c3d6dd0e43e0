/** Packed RGB image, `width * height * 3` bytes, row by row, such as a `Still`. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}
