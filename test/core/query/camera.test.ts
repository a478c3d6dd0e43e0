import { expect, test } from 'vitest';
import { CAMERA_VALUES, readCameraValue } from '../../../src/core/query/camera.ts';

test.each([
  ['pan', { motion: 'pan' }],
  ['Pan left', { motion: 'pan', direction: 'left' }],
  ['pan-right', { motion: 'pan', direction: 'right' }],
  ['Schwenk nach links', { motion: 'pan', direction: 'left' }],
  ['Schwenk hoch', { motion: 'tilt', direction: 'up' }],
  ['zooms in', { motion: 'zoom', direction: 'in' }],
  ['hand-held', { motion: 'handheld' }],
  ['Handkamera', { motion: 'handheld' }],
  ['static camera', { motion: 'static' }],
])('“%s” is a movement', (text, movement) => expect(readCameraValue(text)).toEqual(movement));

test.each(['', 'left', 'zoom left', 'static up', 'frying pan', 'pan left slowly'])('“%s” isn’t a movement', (text) =>
  expect(readCameraValue(text)).toBeUndefined(),
);

test('what completion offers can be read', () => {
  for (const value of Object.values(CAMERA_VALUES).flat()) expect(readCameraValue(value), value).toBeDefined();
});
