import { afterAll, beforeAll, expect, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { bounds, type OcrEngine, ocrEngine, type RgbImage } from '../../../src/models/ocr/index.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { grain, solid, texture } from '../../fixtures/pictures.ts';
import { drawText } from './bitmap-text.ts';

let engine: OcrEngine;
beforeAll(async () => {
  engine = await ocrEngine.load();
});
afterAll(() => engine.dispose());

async function readAll(image: RgbImage) {
  const regions = await engine.detect(image);
  const lines = [];
  for (const { rect } of regions) lines.push({ ...(await engine.recognize(image, rect)), box: bounds(rect) });
  return lines.sort((a, b) => a.box.top - b.box.top);
}

function turnClockwise({ width, height, rgb }: RgbImage): RgbImage {
  const turned = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [(y * width + x) * 3, (x * height + (height - 1 - y)) * 3];
      for (let c = 0; c < 3; c++) turned[to + c] = rgb[from + c]!;
    }
  }
  return { width: height, height: width, rgb: turned };
}

test('finds the bundled models', async () => {
  expect(await ocrEngine.availability()).toEqual({ available: true });
  expect(engine.info.id).toBe('pp-ocrv4');
});

test('recognizes lines at their positions, in color, over a texture', async () => {
  const picture = await drawText(texture(1280, 720, 3), [
    { text: 'QUARTERLY REPORT', x: 100, y: 80, size: 56 },
    { text: 'CALL 0800 555 123', x: 100, y: 400, size: 28, color: [250, 220, 60] },
  ]);
  const lines = await readAll(picture);
  const text = lines.map((line) => line.text).join(' ');
  for (const word of ['QUARTERLY', 'REPORT', 'CALL', '0800', '555', '123']) expect(text).toContain(word);
  for (const line of lines) expect(line.confidence).toBeGreaterThan(0.85);
  const top = lines.find((line) => line.text.startsWith('QUARTERLY'))!;
  expect(Math.abs(top.box.left - 100)).toBeLessThan(25);
  expect(Math.abs((top.box.top + top.box.bottom) / 2 - 116)).toBeLessThan(12);
});

test('recognizes a vertical line', async () => {
  const lines = await readAll(
    turnClockwise(await drawText(solid(640, 360, [20, 30, 60]), [{ text: 'REPORT', x: 200, y: 150, size: 48 }])),
  );
  expect(lines.map((line) => line.text)).toEqual(['REPORT']);
});

extendedTest('finds no text in textures and grain', async () => {
  for (const picture of [texture(1280, 720, 5), grain(640, 360, 2), solid(320, 200, [0, 0, 0])]) {
    expect((await readAll(picture)).filter((line) => line.confidence > 0.5)).toEqual([]);
  }
});

test('does not start when already canceled', async () => {
  const image = solid(64, 64, [0, 0, 0]);
  await expect(engine.detect(image, AbortSignal.abort())).rejects.toThrow(CanceledError);
});
