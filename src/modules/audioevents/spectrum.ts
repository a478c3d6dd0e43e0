/** Samples of a spectrum: 64 ms at 16 kHz, so 15.6 Hz a bin. */
export const SPECTRUM_SIZE = 1024;

const window = Float64Array.from(
  { length: SPECTRUM_SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SPECTRUM_SIZE),
);
const cosines = Float64Array.from({ length: SPECTRUM_SIZE / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / SPECTRUM_SIZE));
const sines = Float64Array.from({ length: SPECTRUM_SIZE / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / SPECTRUM_SIZE));
const reversed = Uint16Array.from({ length: SPECTRUM_SIZE }, (_, i) => {
  let [bits, out] = [i, 0];
  for (let size = SPECTRUM_SIZE; size > 1; size >>= 1, bits >>= 1) out = (out << 1) | (bits & 1);
  return out;
});
const real = new Float64Array(SPECTRUM_SIZE);
const imaginary = new Float64Array(SPECTRUM_SIZE);

/**
 * Power of each frequency up to half the sample rate (512 bins) of 1024 samples, under a Hann window; a radix-2 FFT.
 */
export function powerSpectrum(samples: Float32Array, power = new Float64Array(SPECTRUM_SIZE / 2)): Float64Array {
  for (let i = 0; i < SPECTRUM_SIZE; i++) real[reversed[i]!] = samples[i]! * window[i]!;
  imaginary.fill(0);
  for (let size = 2; size <= SPECTRUM_SIZE; size *= 2) {
    const half = size / 2;
    const step = SPECTRUM_SIZE / size;
    for (let start = 0; start < SPECTRUM_SIZE; start += size) {
      for (let i = 0; i < half; i++) {
        const [even, odd] = [start + i, start + i + half];
        const [cosine, sine] = [cosines[i * step]!, sines[i * step]!];
        const re = real[odd]! * cosine + imaginary[odd]! * sine;
        const im = imaginary[odd]! * cosine - real[odd]! * sine;
        real[odd] = real[even]! - re;
        imaginary[odd] = imaginary[even]! - im;
        real[even]! += re;
        imaginary[even]! += im;
      }
    }
  }
  for (let i = 0; i < power.length; i++) power[i] = real[i]! ** 2 + imaginary[i]! ** 2;
  return power;
}
