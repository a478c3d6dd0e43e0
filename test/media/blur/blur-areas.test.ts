import { describe, expect, it } from 'vitest';
import type { Region } from '../../../src/contract/search/visual.ts';
import { blurAreas } from '../../../src/media/blur/blur-areas.ts';
import type { FaceSample } from '../../../src/media/blur/face-track.ts';

const SIDE = 0.1;
const boxAt = (x: number): Region => ({ x, y: 0.4, width: SIDE, height: SIDE });
const sample = (time: number, x: number): FaceSample => ({ time, box: boxAt(x) });
const areasAt = (samples: FaceSample[], time: number) => blurAreas([{ samples }], time);

function contains(areas: readonly Region[], box: Region): boolean {
  return areas.some(
    ({ x, y, width, height }) =>
      x <= box.x && y <= box.y && x + width >= box.x + box.width && y + height >= box.y + box.height,
  );
}

describe('areas to blur', () => {
  it('follow a face between its samples, with a margin on each side', () => {
    const areas = areasAt([sample(1, 0.2), sample(1.5, 0.4)], 1.25);
    expect(areas).toHaveLength(1);
    expect(contains(areas, { x: 0.28, y: 0.38, width: 0.14, height: 0.14 })).toBe(true);
    expect(areas[0]!.width).toBeLessThan(0.36);
  });

  it.each([
    ['speeds up', (t: number) => 0.1 + 0.3 * t * t],
    ['swings', (t: number) => 0.4 + 0.3 * Math.sin(2 * t)],
    ['stands', () => 0.5],
  ])('contain a face that %s at all times around samples of two per second', (_, path) => {
    const samples = [0.3, 0.8, 1.3].map((time) => sample(time, path(time)));
    for (let time = 0; time <= 1.6; time += 0.01) {
      expect(contains(areasAt(samples, time), boxAt(path(time))), `at ${time.toFixed(2)} s`).toBe(true);
    }
  });

  it('bridge a short gap and hold a face at both sides of a long one', () => {
    const short = [sample(1, 0.2), sample(3.5, 0.3)];
    expect(contains(areasAt(short, 2.2), boxAt(0.25))).toBe(true);
    const long = [sample(1, 0.2), sample(1.5, 0.2), sample(9, 0.7), sample(9.5, 0.7)];
    expect(contains(areasAt(long, 2.6), boxAt(0.2))).toBe(true);
    expect(areasAt(long, 5)).toEqual([]);
    expect(contains(areasAt(long, 7.9), boxAt(0.7))).toBe(true);
  });

  it('stay inside the frame, and end with the track', () => {
    expect(areasAt([sample(1, -0.05)], 1)[0]).toMatchObject({ x: 0 });
    expect(areasAt([sample(1, 1.4)], 1)).toEqual([]);
    expect(areasAt([sample(1, 0.5)], 3)).toEqual([]);
    expect(areasAt([], 3)).toEqual([]);
  });

  it('are one for each face', () => {
    const tracks = [{ samples: [sample(1, 0.1)] }, { samples: [sample(1, 0.7)] }];
    expect(blurAreas(tracks, 1)).toHaveLength(2);
  });
});
