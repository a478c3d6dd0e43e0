import { describe, expect, it } from 'vitest';
import { spreadRounds } from '../../../src/media/preview/spread-order.ts';

describe('spreadRounds', () => {
  it('takes the middles of the round before', () => {
    expect(spreadRounds(8)).toEqual([[0], [4], [2, 6], [1, 3, 5, 7]]);
    expect(spreadRounds(5)).toEqual([[0], [4], [2], [1, 3]]);
  });

  it.each([0, 1, 2, 3, 7, 100])('takes each of %i once', (count) => {
    const all = spreadRounds(count).flat();
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  it('covers the whole wherever it is interrupted', () => {
    const order = spreadRounds(64).flat().slice(0, 16);
    const gaps = order.toSorted((a, b) => a - b).map((at, i, all) => (all[i + 1] ?? 64) - at);
    expect(Math.max(...gaps)).toBe(4);
  });
});
