import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largest } from '../../../src/db/vectors/largest.ts';

test('returns the same value as sorting does, and none of too few', () => {
  const values = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 30 }), (all, count) => {
      const sorted = all.toSorted((a, b) => b - a);
      expect(largest(Float32Array.from(all), count)).toBe(sorted[count - 1] ?? Number.NEGATIVE_INFINITY);
    }),
  );
});
