import { expect, test } from 'vitest';
import { dot } from '../../../src/base/vectors.ts';
import { createDots } from '../../../src/db/vectors/dot-simd.ts';
import { instantiate } from '../../../src/db/vectors/wasm.ts';
import { DOT } from '../../../src/db/vectors/wasm-code.gen.ts';
import { seededRandom } from '../../fixtures/random.ts';

const random = seededRandom(5);
const vectorOf = (dimension: number) => Float32Array.from({ length: dimension }, () => random() * 2 - 1);

test.each([16, 384, 512, 1024, 4, 50])('computes the same products in %i dimensions', (dimension) => {
  const vectors = Array.from({ length: 102 }, () => vectorOf(dimension));
  const dots = createDots(vectors);
  for (const vector of [vectorOf(dimension), vectors[7]!, new Float32Array(dimension)]) {
    const found = dots(vector);
    expect(found).toHaveLength(vectors.length);
    vectors.forEach((other, i) => void expect(found[i]).toBeCloseTo(dot(vector, other), 4));
  }
});

test('computes nothing without vectors', () => {
  expect(createDots([])(vectorOf(16))).toHaveLength(0);
});

test('code that the processor does not know is done without', () => {
  const unknown = Buffer.from(DOT, 'base64');
  unknown.fill(0xff, unknown.length - 2);
  expect(instantiate(unknown.toString('base64'), 1)).toBeUndefined();
});
