import { expect, test } from 'vitest';
import type { OcrEngine } from '../../../../src/models/ocr/index.ts';
import { TextReader } from '../../../../src/modules/ocr/reader.ts';
import { solid, texture } from '../../../fixtures/pictures.ts';
import { looksAt } from './looks.ts';

const NEWS = [
  'Ferry to the islands resumes on Thursday',
  'Wheat prices fall for the fifth week',
  'Talks end after 48 hours',
];
const [WIDTH, HEIGHT] = [640, 360];
/** The row of the ticker, in pixels. */
const TOP = 324;
const ROWS = 18;

/** A picture that differs from others in the row of the ticker. */
function pictureOf(look: number) {
  const picture = solid(WIDTH, HEIGHT, [30, 60, 90]);
  const rgb = new Uint8Array(picture.rgb);
  rgb.set(texture(WIDTH, ROWS, look).rgb, TOP * WIDTH * 3);
  return { ...picture, rgb };
}

test('a ticker is one finding for each sentence, and the rest of the picture is not read again', async () => {
  const looks = [...looksAt({ text: NEWS.join('  •  '), speed: 0.1, seconds: 26 })];
  let [shown, detected] = [looks[0]!, 0];
  const kept: number[] = [];
  const engine: OcrEngine = {
    info: { id: 'scripted', version: '1' },
    detect: async () => {
      detected++;
      return shown.lines.map(({ box }) => {
        const [width, height] = [box.width * WIDTH, box.height * HEIGHT];
        return {
          rect: { cx: box.x * WIDTH + width / 2, cy: TOP + height / 2, width, height, cos: 1, sin: 0 },
          score: 0.9,
        };
      });
    },
    async recognize(_image, rect) {
      const [line] = shown.lines;
      if (!line) return { text: '', confidence: 0, characters: [], positions: [] };
      const left = (rect.cx - rect.width / 2) / WIDTH;
      const { reading, box } = line;
      const positions = reading.positions!.map((one) => ((box.x + one * box.width - left) * WIDTH) / rect.width);
      return { ...reading, positions };
    },
    dispose: async () => {},
  };
  const reader = new TextReader({
    engine,
    signal: new AbortController().signal,
    rotation: 0,
    keepStill: async (still) => void kept.push(still.time),
    isKnown: () => false,
    worthKeeping: () => true,
  });
  for (const [look, one] of looks.entries()) {
    shown = one;
    await reader.onStill({ ...pictureOf(look), time: one.time });
  }
  const lines = await reader.finish(26);
  expect(lines.map(({ text }) => text)).toEqual(NEWS);
  for (const { stillTime, start, end, places } of lines) {
    expect(kept).toContain(stillTime);
    expect(stillTime).toBeGreaterThanOrEqual(start);
    expect(stillTime).toBeLessThan(end);
    expect(places.length).toBeGreaterThan(10);
  }
  expect(detected).toBeLessThan(0.6 * looks.length);
});
