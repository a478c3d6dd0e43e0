import { expect, test } from 'vitest';
import { compareTexts, textStays } from '../../../src/modules/ocr/text-change.ts';
import type { Picture } from '../../fixtures/media-spec.ts';
import { solid, texture, withGrain } from '../../fixtures/pictures.ts';
import { drawText } from '../../models/ocr/bitmap-text.ts';

const [WIDTH, HEIGHT, SIZE, X, Y] = [640, 120, 28, 40, 40];

/** A text with the reading of it, or with a misreading. */
async function shown(ground: Picture, text: string, read = text, confidence = 0.98) {
  const image = await drawText(ground, [{ text, x: X, y: Y, size: SIZE }]);
  const dots = [...text].reduce((sum, c) => sum + (c === ' ' ? 4 : 6), 1);
  const box = { x: X / WIDTH, y: (Y - 4) / HEIGHT, width: (dots * SIZE) / 7 / WIDTH, height: (SIZE + 16) / HEIGHT };
  let at = 1;
  const positions = [...text].map((c) => {
    const advance = c === ' ' ? 4 : 6;
    at += advance;
    return (at - advance / 2) / dots;
  });
  const characters = [...read].map(() => confidence);
  return { image, box, reading: { text: read, confidence, characters, positions: positions.slice(0, read.length) } };
}

const ground = (seed: number, noise: number) => withGrain(texture(WIDTH, HEIGHT, seed), seed, noise);

test('detects a changed digit, letter, or mark in noise', async () => {
  for (const [before, after] of [
    ['SCORE 1 - 0', 'SCORE 1 - 1'],
    ['ROOM 101', 'ROOM 102'],
    ['MS CARTER', 'MR CARTER'],
    ['TOTAL 1984', 'TOTAL 198'],
    ['10.5 KM', '10,5 KM'],
  ] as const) {
    const { forward, backward } = compareTexts(await shown(ground(3, 6), before), await shown(ground(3, 9), after));
    expect([before, Math.min(forward, backward) > 1]).toEqual([before, true]);
  }
});

test('detects no change for misread strokes, also over another background and in a fade', async () => {
  const text = 'ROOM 101';
  const first = await shown(ground(3, 6), text);
  for (const misread of ['RO0M 101', 'ROOM 10', 'ROOM 1O1', 'ROOM 181']) {
    const second = await shown(ground(3, 9), text, misread);
    expect([misread, compareTexts(first, second).forward]).toEqual([misread, expect.closeTo(0, 0)]);
  }
  const moved = await shown(ground(8, 6), text, 'ROOM 181');
  expect(Math.min(compareTexts(first, moved).forward, compareTexts(first, moved).backward)).toBeLessThan(1);
  const faded = await shown(ground(3, 6), text, 'ROOM 181');
  const image = { ...faded.image, rgb: faded.image.rgb.map((value) => value * 0.6) };
  expect(compareTexts(first, { ...faded, image }).forward).toBeLessThan(0.3);
});

test('recognizes undetected text by its strokes', async () => {
  const sighting = await shown(ground(3, 6), 'ROOM 101');
  expect(textStays(sighting, (await shown(ground(3, 12), 'ROOM 101')).image)).toBe(true);
  expect(textStays(sighting, (await shown(ground(3, 12), 'ROOM 102')).image)).toBe(false);
  expect(textStays(sighting, ground(3, 6))).toBe(false);
  const plain = solid(WIDTH, HEIGHT, [90, 90, 90]);
  expect(textStays({ ...sighting, image: plain }, plain)).toBe(false);
});
