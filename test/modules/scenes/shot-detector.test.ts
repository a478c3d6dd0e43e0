import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Boundary } from '../../../src/modules/scenes/boundary.ts';
import { mergeBoundaries } from '../../../src/modules/scenes/merge-boundaries.ts';
import { ShotDetector } from '../../../src/modules/scenes/shot-detector.ts';
import { type Fade, FadeTracker } from '../../../src/modules/scenes/transitions/fades.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { frameSummary, scene } from './frame-summaries.ts';

type Look = (x: number, y: number) => number;

function detect(looks: readonly Look[], times: readonly number[] = looks.map((_, i) => i / 25)): Boundary[] {
  const detector = new ShotDetector();
  const found = looks.flatMap((look, index) => detector.push(frameSummary(look, { index, time: times[index]! })));
  return [...found, ...detector.finish(times.at(-1)! + 0.04)];
}

const shown = (look: Look, count: number): Look[] => Array.from({ length: count }, () => look);
const [a, b] = [scene(1), scene(2)];

describe('ShotDetector', () => {
  it('finds a salient cut, and none where a frame returns', () => {
    expect(detect([...shown(a, 20), ...shown(b, 20)]).map(({ time }) => time)).toEqual([0.8]);
    expect(detect([...shown(a, 20), ...shown(b, 2), ...shown(a, 20)])).toEqual([]);
  });

  it('ignores a pan', () => {
    const pan = Array.from(
      { length: 60 },
      (_, i): Look =>
        (x, y) =>
          a(((x + i * 2) % 160) * 0.8, y),
    );
    expect(detect(pan)).toEqual([]);
  });

  it('decides on a cut within a few seconds, and holds no frames back', () => {
    const detector = new ShotDetector();
    let settledAt = 0;
    [...shown(a, 30), ...shown(b, 200)].forEach((look, index) => {
      if (detector.push(frameSummary(look, { index, time: index / 25 })).length > 0) settledAt = index / 25;
    });
    expect(settledAt).toBeGreaterThan(1.2);
    expect(settledAt).toBeLessThan(6);
  });

  extendedTest('returns ordered boundaries inside the video, deterministically', () => {
    const stretch = fc.record({ seed: fc.integer({ min: 1, max: 6 }), count: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (parts, gaps) => {
          const looks = parts.flatMap(({ seed, count }) => shown(seed === 6 ? () => 16 : scene(seed), count));
          let time = 0;
          const times = looks.map(() => {
            const now = time;
            time += gaps.next().value! / 60;
            return now;
          });
          const found = detect(looks, times);
          expect(detect(looks, times)).toEqual(found);
          for (const [i, boundary] of found.entries()) {
            expect(boundary.time).toBeGreaterThan(found[i - 1]?.time ?? 0);
            expect(boundary.time).toBeLessThan(times.at(-1)! + 0.04);
            expect(boundary.start).toBeLessThanOrEqual(boundary.time);
            expect(boundary.end).toBeGreaterThanOrEqual(boundary.time);
          }
        },
      ),
      { numRuns: 25, seed: 5 },
    );
  });
});

describe('FadeTracker', () => {
  function fades(looks: readonly Look[]): Fade[] {
    const tracker = new FadeTracker();
    const found = looks.flatMap((look, index) => tracker.push(frameSummary(look, { index, time: index / 25 })) ?? []);
    return [...found, ...[tracker.finish(looks.length / 25)].filter((fade) => fade !== undefined)];
  }
  const black: Look = () => 16;
  const faint =
    (look: Look, share: number): Look =>
    (x, y) =>
      16 + (look(x, y) - 16) * share;
  const out = [0.8, 0.6, 0.4, 0.2].map((share) => faint(a, share));
  const back = [0.2, 0.4, 0.6, 0.8].map((share) => faint(b, share));

  it('distinguishes a fade between scenes from a blink', () => {
    expect(fades([...shown(a, 30), ...out, ...shown(black, 3), ...back, ...shown(b, 40)])).toMatchObject([
      { fadesOut: true, fadesIn: true, same: false },
    ]);
    expect(fades([...shown(a, 30), black, black, ...shown(a, 40)])).toMatchObject([
      { fadesOut: false, fadesIn: false, same: true },
    ]);
  });

  it('ignores fades at the ends of the video', () => {
    expect(fades([...shown(black, 5), ...back, ...shown(b, 40)])).toMatchObject([{ fadesIn: true, same: undefined }]);
    expect(fades([...shown(a, 30), ...out, ...shown(black, 5)])).toMatchObject([{ fadesOut: true, same: undefined }]);
  });
});

describe('settle', () => {
  const cut = (time: number, confidence = 0.9): Boundary => ({ kind: 'cut', start: time, end: time, time, confidence });
  const fade: Fade = { start: 1, end: 2, plainStart: 1.4, plainEnd: 1.6, fadesOut: true, fadesIn: true, same: false };

  it('merges all evidence within a fade', () => {
    expect(mergeBoundaries([cut(1.4), cut(1.6), cut(3)], [], [fade])).toMatchObject([
      { kind: 'fade', time: 1.5, start: 1, end: 2 },
      { kind: 'cut', time: 3 },
    ]);
  });

  it('drops a blink and everything in it', () => {
    const blink: Fade = { ...fade, fadesIn: false, fadesOut: false, same: true };
    expect(mergeBoundaries([cut(1.4), cut(1.6)], [], [blink])).toEqual([]);
  });

  it('drops a dissolve beside a certain cut, such as of a picture that moves after it', () => {
    const dissolve: Boundary = { kind: 'dissolve', start: 4.875, end: 5.54, time: 5.21, confidence: 0.999 };
    const times = (...cuts: Boundary[]) => mergeBoundaries(cuts, [dissolve], []).map(({ time }) => time);
    expect(times(cut(4.8, 0.994))).toEqual([4.8]);
    expect(times(cut(5.6, 0.994))).toEqual([5.6]);
    expect(times(cut(4.8, 0.7))).toEqual([5.21]);
    // In the dissolve, and far from it.
    expect(times(cut(5, 0.994))).toEqual([5.21]);
    expect(times(cut(4.7, 0.994))).toEqual([4.7, 5.21]);
  });

  it('drops the less certain boundary of a very short shot', () => {
    expect(mergeBoundaries([cut(1, 0.7), cut(1.08, 0.9)], [], [])).toMatchObject([{ time: 1.08 }]);
  });
});
