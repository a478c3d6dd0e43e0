import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosine, quantize, signTable, toBlob, toFloats, wordsPerCode } from '../../../src/db/vectors/binary-codes.ts';
import { hammingInto } from '../../../src/db/vectors/hamming.ts';

const vectors = fc.integer({ min: 1, max: 130 }).chain((size) =>
  fc.array(fc.float32Array({ minLength: size, maxLength: size, noNaN: true, min: -8, max: 8 }), {
    minLength: 2,
    maxLength: 5,
  }),
);

function codeOf(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(wordsPerCode(vector.length));
  quantize(vector, code, 0);
  return code;
}

test('the Hamming distance counts differing signs', () => {
  fc.assert(
    fc.property(vectors, ([query, ...others]) => {
      const codes = new Uint32Array(others.flatMap((vector) => [...codeOf(vector)]));
      const distances = new Uint16Array(others.length + 1);
      hammingInto(distances, 1, codes, 0, others.length, codeOf(query!));
      const expected = others.map((vector) =>
        vector.reduce((sum, x, i) => sum + (x > 0 !== query![i]! > 0 ? 1 : 0), 0),
      );
      expect([...distances]).toEqual([0, ...expected]);
    }),
  );
});

test('the table yields the dot product of the query and the signs', () => {
  fc.assert(
    fc.property(vectors, ([query, stored]) => {
      const table = signTable(query!);
      const bytes = new Uint8Array(codeOf(stored!).buffer);
      const sum = bytes.reduce((total, value, i) => total + table[i * 256 + value]!, 0);
      const expected = stored!.reduce((total, x, i) => total + (x > 0 ? query![i]! : -query![i]!), 0);
      expect(sum).toBeCloseTo(expected, 2);
    }),
  );
});

test('computes cosines of equal, opposite, orthogonal, and zero vectors', () => {
  const a = Float32Array.of(3, 4);
  expect(cosine(a, a)).toBeCloseTo(1);
  expect(cosine(a, Float32Array.of(-6, -8))).toBeCloseTo(-1);
  expect(cosine(a, Float32Array.of(4, -3))).toBeCloseTo(0);
  expect(cosine(a, new Float32Array(2))).toBe(0);
});

test('reads floats from a blob at any offset', () => {
  const floats = Float32Array.of(1.5, -2);
  const shifted = Buffer.concat([Buffer.of(0), toBlob(floats)]).subarray(1);
  expect(toFloats(shifted)).toEqual(floats);
});
