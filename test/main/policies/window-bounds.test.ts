import { expect, it } from 'vitest';
import { placeWindow } from '../../../src/main/policies/window-bounds.ts';

const FIRST = { x: 0, y: 0, width: 1920, height: 1040 };
const RIGHT = { x: 1920, y: 0, width: 1280, height: 1000 };
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

it('restores the window on its screen', () => {
  expect(placeWindow(at(2000, 50), [FIRST, RIGHT])).toEqual({ x: 2000, y: 50, width: 1000, height: 700 });
});

it('moves the window to the first screen if its own is gone', () => {
  expect(placeWindow(at(2000, 50), [FIRST])).toEqual({ x: 460, y: 170, width: 1000, height: 700 });
});

it('limits the size to the screen and to the usable minimum', () => {
  expect(placeWindow(at(0, 0, 9000, 9000), [FIRST])).toMatchObject({ width: 1920, height: 1040 });
  expect(placeWindow(at(0, 0, 10, 10), [FIRST])).toMatchObject({ width: 480, height: 480 });
  expect(placeWindow(undefined, [])).toMatchObject({ width: 1440, height: 900 });
});
