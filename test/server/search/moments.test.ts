import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinMoments, narrowTo, type TimedFinding } from '../../../src/server/search/moments.ts';

const gapOf = (a: TimedFinding, b: TimedFinding) => Math.max(0, b.startTime - a.endTime, a.startTime - b.endTime);
const lengthOf = ({ startTime, endTime }: TimedFinding) => endTime - startTime;

/** Findings of two videos, some of them long. */
const places = fc
  .array(fc.tuple(fc.nat(1), fc.nat(40), fc.oneof(fc.nat(4), fc.nat(60))), { maxLength: 30 })
  .map((all) =>
    all.map(([videoId, startTime, length], id) => ({ id, videoId, startTime, endTime: startTime + length })),
  );

test('joins each finding with the nearest of the others, of those as near the shortest and earliest', () => {
  fc.assert(
    fc.property(places, places, fc.nat(20), (leads, others, within) => {
      const expected = leads.flatMap((lead) => {
        const [best] = others
          .filter(({ videoId }) => videoId === lead.videoId)
          .sort(
            (a, b) =>
              gapOf(lead, a) - gapOf(lead, b) || lengthOf(a) - lengthOf(b) || a.startTime - b.startTime || a.id - b.id,
          );
        return best && gapOf(lead, best) <= within ? [{ parts: [lead, best], gap: gapOf(lead, best) }] : [];
      });
      expect(joinMoments([leads, others], within)).toEqual(expected);
    }),
  );
});

test('narrows a long part to the first finding, or to what is near it', () => {
  const at = (startTime: number, endTime: number): TimedFinding => ({ id: 1, videoId: 1, startTime, endTime });
  expect(narrowTo(at(20, 24), at(0, 60), 10)).toEqual(at(20, 24));
  expect(narrowTo(at(20, 24), at(22, 60), 10)).toEqual(at(22, 24));
  expect(narrowTo(at(20, 24), at(30, 60), 10)).toEqual(at(30, 34));
  expect(narrowTo(at(20, 24), at(0, 15), 10)).toEqual(at(10, 15));
  expect(narrowTo(at(20, 24), at(30, 60), Number.POSITIVE_INFINITY)).toEqual(at(30, 60));
});

test('is quick in a video of many findings', () => {
  let read = 0;
  const many = Array.from({ length: 2000 }, (_, i) => ({
    id: i,
    videoId: 1,
    endTime: i + 1,
    get startTime() {
      read++;
      return i;
    },
  }));
  expect(joinMoments([many, many], 10)).toHaveLength(2000);
  expect(read).toBeLessThan(1_000_000);
});
