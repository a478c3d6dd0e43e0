import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccentEngine, accentEngine } from '../../../src/models/accents/index.ts';

let engine: AccentEngine;
beforeAll(async () => {
  engine = await accentEngine.load();
});
afterAll(() => engine.dispose());

async function lineOf(text: string, ink: string, paper: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="100"><rect width="640" height="100" fill="${paper}"/>
    <text x="20" y="62" font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="36" fill="${ink}">${text}</text></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { width: info.width, height: info.height, rgb: new Uint8Array(data) };
  return { image, rect: { cx: 320, cy: 50, width: 620, height: 56, cos: 1, sin: 0 } };
}

test('reads the letters of a language, dark on light and light on dark', async () => {
  for (const [ink, paper] of [
    ['#222', '#eee'],
    ['#fff', '#10243e'],
  ] as const) {
    const { image, rect } = await lineOf('Größere Änderungen', ink, paper);
    const words = await engine.read(image, rect, 'deu');
    expect(words.map(({ text }) => text)).toEqual(['Größere', 'Änderungen']);
    for (const { confidence } of words) expect(confidence).toBeGreaterThan(0.9);
  }
});

test('is available with the data of all languages', async () => {
  expect(await accentEngine.availability()).toEqual({ available: true });
});
