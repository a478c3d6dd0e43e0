import { expect, test } from 'vitest';
import { switchTime, type TimedLuma } from '../../../src/modules/ocr/switch-time.ts';

const AREA = { x: 0.5, y: 0.75, width: 0.25, height: 0.25 };

/** 25 frames a second; a bright patch in the coded picture from `from` on, over a background that flickers. */
function frames(count: number, from: number, drift = 1): TimedLuma[] {
  return Array.from({ length: count }, (_, n) => {
    const luma = Uint8Array.from({ length: 16 * 8 }, (_, i) => 40 + ((i * 7 + n * drift) % 23));
    for (let y = 6; y < 8; y++) {
      for (let x = 8; x < 12; x++) if (n >= from) luma[y * 16 + x] = 220;
    }
    return { time: n / 25, width: 16, height: 8, luma };
  });
}

test('finds the exact frame at which a text appears', () => {
  for (const from of [1, 5, 12]) expect(switchTime(frames(13, from), 0, 12 / 25, AREA, 0)).toBe(from / 25);
});

test('returns the still itself if the area does not change', () => {
  expect(switchTime(frames(13, 5, 0), 0, 12 / 25, { x: 0, y: 0, width: 0.2, height: 0.2 }, 0)).toBe(12 / 25);
  expect(switchTime([], 0, 0.5, AREA, 0)).toBe(0.5);
});

test('reads the area in coded coordinates of a rotated video', () => {
  // Upright after a turn of 90° clockwise: the coded bottom edge is on the left.
  const upright = { x: 0, y: 0.5, width: 0.25, height: 0.25 };
  expect(switchTime(frames(13, 7, 0), 0, 12 / 25, upright, 90)).toBe(7 / 25);
  expect(switchTime(frames(13, 7, 0), 0, 12 / 25, { x: 0.25, y: 0, width: 0.25, height: 0.25 }, 180)).toBe(7 / 25);
  expect(switchTime(frames(13, 7, 0), 0, 12 / 25, { x: 0.75, y: 0.25, width: 0.25, height: 0.25 }, 270)).toBe(7 / 25);
});
