import { describe, expect, it } from 'vitest';
import { summarizeFrame } from '../../../../src/modules/scenes/frames/frame-summary.ts';
import { ShotDetector } from '../../../../src/modules/scenes/shot-detector.ts';

type Color = readonly [y: number, u: number, v: number];
const RED: Color = [81, 90, 240];
const BLUE: Color = [41, 240, 110];
const [BLACK, GRAY, WHITE]: readonly [Color, Color, Color] = [
  [16, 128, 128],
  [126, 128, 128],
  [235, 128, 128],
];

/** Boundaries of a 25 fps video that shows plain colors for so many pictures each; `slope` shades them. */
function boundaries(parts: readonly (readonly [Color, number])[], slope = 0): number[] {
  const detector = new ShotDetector();
  const found: number[] = [];
  let index = 0;
  for (const [[y, u, v], count] of parts) {
    const luma = Uint8Array.from({ length: 160 * 90 }, (_, i) => y + Math.round(((i % 160) / 160) * slope));
    const [chromaU, chromaV] = [new Uint8Array(80 * 45).fill(u), new Uint8Array(80 * 45).fill(v)];
    for (let i = 0; i < count; i++, index++) {
      const frame = { index, time: index / 25, duration: 1 / 25, width: 160, height: 90, luma, chromaU, chromaV };
      found.push(...detector.push(summarizeFrame(frame)).map(({ time }) => time));
    }
  }
  return [...found, ...detector.finish(index / 25).map(({ time }) => time)];
}

describe('plain frames', () => {
  it('are shots of their own if they last', () => {
    expect(
      boundaries([
        [RED, 40],
        [BLUE, 40],
        [RED, 40],
      ]),
    ).toEqual([1.6, 3.2]);
    expect(
      boundaries(
        [
          [RED, 40],
          [BLUE, 40],
        ],
        60,
      ),
    ).toEqual([1.6]);
    expect(
      boundaries([
        [GRAY, 40],
        [WHITE, 40],
        [GRAY, 40],
      ]),
    ).toEqual([1.6, 3.2]);
  });

  it('are not shots as flashes or under changing light', () => {
    expect(
      boundaries([
        [RED, 40],
        [BLUE, 3],
        [RED, 40],
      ]),
    ).toEqual([]);
    expect(
      boundaries([
        [GRAY, 40],
        [WHITE, 8],
        [GRAY, 40],
      ]),
    ).toEqual([]);
    const light = Array.from({ length: 60 }, (_, i): [Color, number] => [[60 + i * 2, 90, 200], 1]);
    expect(boundaries([[[60, 90, 200], 30], ...light, [[180, 90, 200], 30]])).toEqual([]);
    expect(boundaries([[BLACK, 50]])).toEqual([]);
  });
});
