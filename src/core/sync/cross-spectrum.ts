/** Real and imaginary parts of a signal or a spectrum. */
export interface Complex {
  re: Float64Array;
  im: Float64Array;
}

/**
 * Adds the cross spectrum of two real signals to `sums`: four times as high, or of magnitude 1 if it is whitened.
 * @param transform transform of both: one signal was its real, the other its imaginary part
 */
export function addCrossSpectrum({ re, im }: Complex, sums: Complex, isWhitened = false): void {
  const size = re.length;
  for (let k = 0; k < size; k++) {
    const other = (size - k) & (size - 1);
    const ar = re[k]! + re[other]!;
    const ai = im[k]! - im[other]!;
    const br = im[k]! + im[other]!;
    const bi = re[other]! - re[k]!;
    const real = ar * br + ai * bi;
    const imaginary = ai * br - ar * bi;
    const length = (isWhitened && Math.sqrt(real * real + imaginary * imaginary)) || 1;
    sums.re[k]! += real / length;
    sums.im[k]! += imaginary / length;
  }
}
