import { expect, test } from 'vitest';
import { changedByKey, WHOLE } from '../../../../src/renderer/ui/lib/region.ts';

const press = (key: string, shiftKey = false) => ({ key, shiftKey, ctrlKey: false, metaKey: false, altKey: false });
const region = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

test('arrow keys move a region, and with Shift they resize it', () => {
  expect(changedByKey(region, press('ArrowRight'))).toEqual({ ...region, x: 0.27 });
  expect(changedByKey(region, press('ArrowUp'))).toEqual({ ...region, y: 0.23 });
  expect(changedByKey(region, press('ArrowLeft', true))).toEqual({ ...region, width: 0.48 });
  expect(changedByKey(WHOLE, press('ArrowUp', true))).toEqual({ ...WHOLE, height: 0.98 });
});

test('a region stays within the picture, and is never too small to be meant', () => {
  expect(changedByKey({ ...region, x: 0.5 }, press('ArrowRight'))).toEqual({ ...region, x: 0.5 });
  expect(changedByKey({ ...region, y: 0.01 }, press('ArrowUp'))).toEqual({ ...region, y: 0 });
  expect(changedByKey({ ...region, x: 0.5 }, press('ArrowRight', true))).toEqual({ ...region, x: 0.5 });
  expect(changedByKey({ ...region, width: 0.06 }, press('ArrowLeft', true))).toEqual({ ...region, width: 0.05 });
});

test('leaves other keys to the page', () => {
  expect(changedByKey(region, press('Enter'))).toBeUndefined();
  expect(changedByKey(region, { ...press('ArrowLeft'), altKey: true })).toBeUndefined();
});
