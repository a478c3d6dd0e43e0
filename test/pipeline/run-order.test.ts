import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODULE_CATALOG, MODULE_NAMES } from '../../src/contract/analysis/modules.ts';
import { runOrder } from '../../src/pipeline/run-order.ts';

describe('run order', () => {
  it('runs every module once, after those it reads', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MODULE_NAMES)), (modules) => {
        const order = runOrder(modules);
        expect([...order].sort()).toEqual([...new Set(modules)].sort());
        for (const [i, name] of order.entries()) {
          for (const source of MODULE_CATALOG[name].reads) expect(order.indexOf(source)).toBeLessThan(i);
        }
      }),
    );
  });
});
