import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tidySegments } from '../../src/pipeline/module-runner.ts';

describe('tidySegments', () => {
  it('clamps times to the media, sorted, at millisecond precision', () => {
    const time = fc.double({ min: -10, max: 200, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time)), (pairs) => {
        const drafts = pairs.map(([start_time, end_time]) => ({ content: 'x', start_time, end_time, data: null }));
        const tidy = tidySegments(drafts, 100);
        expect(tidy).toHaveLength(drafts.length);
        for (const [i, { start_time, end_time }] of tidy.entries()) {
          expect(start_time).toBeGreaterThanOrEqual(i === 0 ? 0 : tidy[i - 1]!.start_time);
          expect(end_time).toBeGreaterThanOrEqual(start_time);
          expect(end_time).toBeLessThanOrEqual(100);
          expect(Math.round(start_time * 1000) / 1000).toBe(start_time);
        }
      }),
    );
  });

  it('does not clamp to an unknown duration', () => {
    expect(tidySegments([{ content: 'x', start_time: 1, end_time: 2, data: null }], 0)[0]).toMatchObject({
      end_time: 2,
    });
  });
});
