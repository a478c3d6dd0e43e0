import { describe, expect, it } from 'vitest';
import { createComplexFft, fftSize } from '../../../src/core/signal/complex-fft.ts';
import { createMixedRadixFft } from '../../../src/core/signal/mixed-radix-fft.ts';
import { createRealSpectrum } from '../../../src/core/signal/real-spectrum.ts';
import { seededRandom } from '../../fixtures/random.ts';

describe('Fourier transforms', () => {
  it.each([1, 2, 12, 25, 400])('of %d values equals the definition', (size) => {
    const { re, im } = randomSignal(size);
    const expected = definition(re, im);
    createMixedRadixFft(size)(re, im);
    expectClose({ re, im }, expected);
  });

  it.each([2, 4, 256])('by radix 2 of %d values equals the definition', (size) => {
    const { re, im } = randomSignal(size);
    const expected = definition(re, im);
    createComplexFft(size)(re, im);
    expectClose({ re, im }, expected);
  });

  it('of real samples has the magnitudes of the definition', () => {
    const { re } = randomSignal(64);
    const magnitudes = new Float64Array(32);
    createRealSpectrum(64)(re, magnitudes);
    const expected = definition(re, new Float64Array(64));
    for (const [k, magnitude] of magnitudes.entries())
      expect(magnitude).toBeCloseTo(Math.hypot(expected.re[k]!, expected.im[k]!), 9);
  });

  it('take the smallest power of two that holds a signal', () => {
    expect([0, 1, 2, 3, 1024, 1025].map(fftSize)).toEqual([2, 2, 2, 4, 1024, 2048]);
  });
});

interface Signal {
  re: Float64Array;
  im: Float64Array;
}

function randomSignal(size: number): Signal {
  const random = seededRandom(size);
  const values = () => Float64Array.from({ length: size }, () => random() - 0.5);
  return { re: values(), im: values() };
}

/** The discrete Fourier transform, summed term by term. */
function definition(re: Float64Array, im: Float64Array): Signal {
  const transform: Signal = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  for (let k = 0; k < re.length; k++) {
    for (let n = 0; n < re.length; n++) {
      const angle = (-2 * Math.PI * k * n) / re.length;
      transform.re[k]! += re[n]! * Math.cos(angle) - im[n]! * Math.sin(angle);
      transform.im[k]! += re[n]! * Math.sin(angle) + im[n]! * Math.cos(angle);
    }
  }
  return transform;
}

function expectClose(found: Signal, expected: Signal): void {
  for (const part of ['re', 'im'] as const)
    for (const [k, value] of found[part].entries()) expect(value).toBeCloseTo(expected[part][k]!, 9);
}
