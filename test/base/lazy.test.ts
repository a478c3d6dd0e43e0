import { expect, test, vi } from 'vitest';
import { lazy } from '../../src/base/lazy.ts';

test('computes a value when it is first asked for, and once, also `undefined`', () => {
  const compute = vi.fn(() => undefined);
  const value = lazy(compute);
  expect(compute).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(compute).toHaveBeenCalledTimes(1);
});
