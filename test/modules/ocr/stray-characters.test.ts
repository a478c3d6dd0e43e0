import { expect, test } from 'vitest';
import { extendToStrays, withoutDoubtfulStrays } from '../../../src/modules/ocr/stray-characters.ts';
import { solid, texture } from '../../fixtures/pictures.ts';
import { drawText } from '../../models/ocr/bitmap-text.ts';

const SIZE = 35;
/** The word alone, as a detector would box it: 4 characters of 6 dots of 5 pixels, from 100 on. */
const line = { cx: 162, cy: 117, width: 136, height: 56, cos: 1, sin: 0 };
const draw = (text: string, ground = solid(640, 240, [40, 60, 90])) =>
  drawText(ground, [{ text, x: 100, y: 95, size: SIZE }]);

test('extends a line to a missed character on flat ground', async () => {
  const extended = extendToStrays(await draw('ROOM 9'), line, [line].slice(1));
  expect(extended.cx - extended.width / 2).toBeCloseTo(line.cx - line.width / 2);
  expect(extended.cx + extended.width / 2).toBeGreaterThan(100 + 33 * 5);
});

test('returns the line where nothing, more text, or another region follows', async () => {
  expect(extendToStrays(await draw('ROOM'), line, [])).toBe(line);
  expect(extendToStrays(await draw('ROOM ABOVE'), line, [])).toBe(line);
  expect(extendToStrays(await draw('ROOM 9'), line, [{ ...line, cx: 260, width: 40 }])).toBe(line);
  expect(extendToStrays(texture(640, 240, 3), line, [])).toBe(line);
});

test('removes doubtful characters outside the detected line', () => {
  const extended = { ...line, cx: line.cx + 25, width: line.width + 50 };
  const reading = (probability: number) => ({
    text: 'ROOM 9',
    confidence: 0.9,
    characters: [0.6, 0.9, 0.9, 0.9, 0.9, probability],
    positions: [0.1, 0.25, 0.4, 0.55, 0.7, 0.9],
  });
  expect(withoutDoubtfulStrays(reading(0.95), line, extended).text).toBe('ROOM 9');
  expect(withoutDoubtfulStrays(reading(0.5), line, extended).text).toBe('ROOM');
});

test('keeps probabilities and places beside their characters when a space goes', () => {
  const extended = { ...line, cx: line.cx - 25, width: line.width + 50 };
  const places = [0.1, 0.2, 0.4, 0.5, 0.7, 0.9];
  const reading = { text: '| ROOM', confidence: 0.9, characters: [0.4, 1, 0.9, 0.9, 0.9, 0.8], positions: places };
  expect(withoutDoubtfulStrays(reading, line, extended)).toMatchObject({
    text: 'ROOM',
    characters: [0.9, 0.9, 0.9, 0.8],
    positions: places.slice(2),
  });
});
