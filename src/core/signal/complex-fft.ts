/** Transforms `re` and `im` in place, forward; for the inverse, swap them. */
export type ComplexFft = (re: Float64Array, im: Float64Array) => void;

/**
 * A complex discrete Fourier transform by the radix-2 algorithm of Cooley and Tukey. The factors of each stage lie side
 * by side, which takes a third of the time of steps through those of the last one.
 * @param size power of two
 */
export function createComplexFft(size: number): ComplexFft {
  const cosines = new Float64Array(size);
  const sines = new Float64Array(size);
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      cosines[half + k] = Math.cos((Math.PI * k) / half);
      sines[half + k] = -Math.sin((Math.PI * k) / half);
    }
  }
  return (re, im) => {
    reverseBits(re, im);
    for (let half = 1; half < size; half *= 2) {
      for (let start = 0; start < size; start += 2 * half) combine(re, im, start, half);
    }
  };

  /** Combines two transforms of `half` values from `start` on into one of both. */
  function combine(re: Float64Array, im: Float64Array, start: number, half: number): void {
    for (let k = 0; k < half; k++) {
      const even = start + k;
      const odd = even + half;
      const cosine = cosines[half + k]!;
      const sine = sines[half + k]!;
      const oddRe = re[odd]! * cosine - im[odd]! * sine;
      const oddIm = re[odd]! * sine + im[odd]! * cosine;
      re[odd] = re[even]! - oddRe;
      im[odd] = im[even]! - oddIm;
      re[even]! += oddRe;
      im[even]! += oddIm;
    }
  }
}

/** Smallest power of two that is at least `length`. */
export function fftSize(length: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, length)));
}

function reverseBits(re: Float64Array, im: Float64Array): void {
  for (let i = 1, j = 0; i < re.length; i++) {
    let bit = re.length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    [re[i], re[j]] = [re[j]!, re[i]!];
    [im[i], im[j]] = [im[j]!, im[i]!];
  }
}
