/** Transforms `re` and `im` in place, forward; for the inverse, swap them. */
export type ComplexFft = (re: Float64Array, im: Float64Array) => void;

/**
 * A complex discrete Fourier transform by the radix-2 algorithm of Cooley and Tukey, block after block, so that a
 * transform of a million values stays in the processor's cache.
 * @param size power of two
 */
export function createComplexFft(size: number): ComplexFft {
  const half = size / 2;
  const cosines = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sines = Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  return (re, im) => {
    reverseBits(re, im);
    for (let block = 2; block <= size; block *= 2) {
      const middle = block / 2;
      const step = size / block;
      for (let start = 0; start < size; start += block) {
        for (let even = start, turn = 0; even < start + middle; even++, turn += step) {
          const odd = even + middle;
          const [cosine, sine] = [cosines[turn]!, sines[turn]!];
          const oddRe = re[odd]! * cosine - im[odd]! * sine;
          const oddIm = re[odd]! * sine + im[odd]! * cosine;
          re[odd] = re[even]! - oddRe;
          im[odd] = im[even]! - oddIm;
          re[even]! += oddRe;
          im[even]! += oddIm;
        }
      }
    }
  };
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
