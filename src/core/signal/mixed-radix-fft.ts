import type { ComplexFft } from './complex-fft.ts';

/**
 * A complex discrete Fourier transform of any length, by Stockham's mixed-radix algorithm (Van Loan 1992,
 * "Computational Frameworks for the Fast Fourier Transform", 1.7). Fast for lengths with small prime factors, such as
 * Whisper's 400; for powers of two, `createComplexFft` is faster.
 */
export function createMixedRadixFft(size: number): ComplexFft {
  const cos = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float64Array.from({ length: size }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
  const radices = factors(size);
  const scratch = [new Float64Array(size), new Float64Array(size)] as const;

  return (re, im) => {
    let [xr, xi, yr, yi]: [Float64Array, Float64Array, Float64Array, Float64Array] = [re, im, ...scratch];
    let stride = 1;
    for (const radix of radices) {
      const blocks = size / stride / radix;
      const turn = size / radix;
      for (let j = 0; j < blocks; j++) {
        for (let r = 0; r < radix; r++) {
          const twiddle = (j * r * stride) % size;
          const [wr, wi] = [cos[twiddle]!, sin[twiddle]!];
          for (let q = 0; q < stride; q++) {
            let [sr, si] = [0, 0];
            for (let t = 0, at = q + stride * j, angle = 0; t < radix; t++, at += stride * blocks) {
              sr += xr[at]! * cos[angle]! - xi[at]! * sin[angle]!;
              si += xr[at]! * sin[angle]! + xi[at]! * cos[angle]!;
              angle += r * turn;
              if (angle >= size) angle -= size;
            }
            const to = q + stride * (radix * j + r);
            yr[to] = sr * wr - si * wi;
            yi[to] = sr * wi + si * wr;
          }
        }
      }
      stride *= radix;
      [xr, xi, yr, yi] = [yr, yi, xr, xi];
    }
    if (xr !== re) {
      re.set(xr);
      im.set(xi);
    }
  };
}

/** Factors of `size`: fours, then primes: a step of four costs less than two steps of two. */
function factors(size: number): number[] {
  const found: number[] = [];
  let rest = size;
  for (let factor = 4; rest > 1; ) {
    if (rest % factor === 0) {
      found.push(factor);
      rest /= factor;
    } else factor = factor === 4 ? 2 : factor === 2 ? 3 : factor + 2;
  }
  return found;
}
