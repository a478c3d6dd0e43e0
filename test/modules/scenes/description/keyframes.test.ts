import { describe, expect, it } from 'vitest';
import type { LumaFrame } from '../../../../src/media/frames.ts';
import { ColorHistogram, colorName } from '../../../../src/modules/scenes/description/colors.ts';
import { KeyframeSelector, sharpness } from '../../../../src/modules/scenes/description/keyframes.ts';
import { frameSummary } from '../frame-summaries.ts';

/** Pictures whose sharpness is `step`, counting how many are held. */
function source() {
  const held = new Set<number>();
  let most = 0;
  const frame = (time: number, step: number): LumaFrame => ({
    index: 0,
    time,
    duration: 0.04,
    width: 8,
    height: 4,
    luma: Uint8Array.from({ length: 32 }, (_, i) => (i % 2) * step),
    chromaU: new Uint8Array(8),
    chromaV: new Uint8Array(8),
    retain() {
      held.add(time);
      most = Math.max(most, held.size);
      return {
        time,
        toStill: () => ({ time, width: 1, height: 1, rgb: new Uint8Array(3) }),
        release: () => void held.delete(time),
      };
    },
  });
  return { frame, held, most: () => most };
}

describe('KeyframeSelector', () => {
  it('prefers the sharpest frame away from the ends, and releases the others', () => {
    const { frame, held } = source();
    const picker = new KeyframeSelector();
    for (let i = 0; i < 40; i++) picker.add(frame(i / 10, i === 17 || i === 0 ? 90 : 30), 1, 40);
    const best = picker.take(0, 4, 4);
    expect(best?.time).toBe(1.7);
    expect([...held]).toEqual([1.7]);
    best?.release();
    expect(held.size).toBe(0);
  });

  it('excludes frames of the transition', () => {
    const { frame } = source();
    const picker = new KeyframeSelector();
    for (let i = 0; i < 40; i++) picker.add(frame(i / 10, i > 25 ? 90 : 30), 1, 40);
    expect(picker.take(0, 2.5, 3)?.time).toBeLessThan(2.5);
  });

  it('holds few frames however long the shot or irregular the light', () => {
    const { frame, most, held } = source();
    const picker = new KeyframeSelector();
    for (let i = 0; i < 3000; i++) {
      picker.add(frame(i / 25, 30 + (i % 7)), i % 3 === 0 ? 200 : 1, 40);
      picker.settle(0, i / 25 - 4);
    }
    expect(most()).toBeLessThanOrEqual(20);
    picker.release();
    expect(held.size).toBe(0);
  });
});

describe('sharpness', () => {
  it('is the mean step between neighbors', () => {
    expect(sharpness({ luma: new Uint8Array(32).fill(9), width: 8, height: 4 })).toBe(0);
    expect(sharpness(source().frame(0, 50))).toBe(50);
  });
});

describe('colours', () => {
  it.each([
    [[10, 10, 12], 'black'],
    [[250, 250, 245], 'white'],
    [[128, 130, 127], 'grey'],
    [[220, 30, 30], 'red'],
    [[240, 140, 20], 'orange'],
    [[110, 70, 40], 'brown'],
    [[230, 220, 40], 'yellow'],
    [[40, 160, 60], 'green'],
    [[30, 160, 160], 'teal'],
    [[30, 80, 220], 'blue'],
    [[130, 50, 200], 'purple'],
    [[240, 120, 200], 'pink'],
  ] as const)('names %j %s', (rgb, name) => {
    expect(colorName(rgb[0], rgb[1], rgb[2])).toBe(name);
  });

  it('reports the color that fills the frame', () => {
    const count = new ColorHistogram();
    count.add(frameSummary((x) => (x < 120 ? 41 : 235), { u: 128, v: 128 }));
    expect(count.top().map(({ name, share }) => [name, share])).toEqual([
      ['black', 0.75],
      ['white', 0.25],
    ]);
  });
});
