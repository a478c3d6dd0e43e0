import { expect, test } from 'vitest';
import type { LumaFrame } from '../../../src/media/frames.ts';
import { HeldFrames } from '../../../src/modules/ocr/held-frames.ts';

/** Frames at 25 per second, and the times of those that are retained. */
function heldOf(pixels: number, seconds: number) {
  const held = new HeldFrames(pixels);
  const retained = new Set<number>();
  held.release(0);
  for (let n = 1; n < seconds * 25; n++) {
    const time = n / 25;
    const retain = () => {
      retained.add(time);
      const toStill = () => ({ time, width: 1, height: 1, rgb: new Uint8Array(3) });
      return { time, toStill, release: () => retained.delete(time) };
    };
    held.add({ time, retain } as unknown as LumaFrame);
  }
  return { held, retained };
}

test('holds a frame every tenth of a second', () => {
  const { held } = heldOf(1280 * 720, 0.5);
  expect(held.between(0, 0.5)).toEqual([0.12, 0.24, 0.36, 0.48]);
  expect(held.between(0.12, 0.48)).toEqual([0.24, 0.36]);
});

test('holds few large frames, and never more than fit', () => {
  expect(heldOf(7680 * 4320, 0.5).retained.size).toBe(1);
  expect(heldOf(1280 * 720, 5).retained.size).toBe(5);
});

test('releases what lies before a still, and everything at the end', () => {
  const { held, retained } = heldOf(1280 * 720, 0.5);
  held.release(0.24);
  expect([...retained]).toEqual([0.36, 0.48]);
  held.release();
  expect(retained.size).toBe(0);
});
