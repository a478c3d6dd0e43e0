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

type Look = ReturnType<typeof looksAt> extends Generator<infer One> ? One : never;

/** Reads looks. @param pictures number of the picture of each; equal ones are the same */
async function read(looks: readonly Look[], pictures = looks.map((_, look) => look)) {
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
    await reader.onStill({ ...pictureOf(pictures[look]!), time: one.time });
  }
  return { lines: await reader.finish(looks.at(-1)!.time + 0.5), kept, detected };
}

test('a ticker is one finding for each sentence, and the rest of the picture is not read again', async () => {
  const looks = [...looksAt({ text: NEWS.join('  •  '), speed: 0.1, seconds: 26 })];
  const { lines, kept, detected } = await read(looks);
  expect(lines.map(({ text }) => text)).toEqual(NEWS);
  for (const { stillTime, start, end, places } of lines) {
    expect(kept).toContain(stillTime);
    expect(stillTime).toBeGreaterThanOrEqual(start);
    expect(stillTime).toBeLessThan(end);
    expect(places.length).toBeGreaterThan(10);
  }
  expect(detected).toBeLessThan(0.6 * looks.length);
});

test('a title that runs in and stays is one finding until it is gone', async () => {
  const moving = [...looksAt({ text: 'Professor Ada Lindqvist, University of Lund', speed: 0.12, seconds: 6 })];
  const last = moving.at(-1)!;
  const standing = Array.from({ length: 40 }, (_, i) => ({ ...last, time: last.time + (i + 1) / 2 }));
  const gone = Array.from({ length: 8 }, (_, i) => ({ time: standing.at(-1)!.time + (i + 1) / 2, lines: [] }));
  const pictures = [...moving.keys(), ...standing.map(() => moving.length - 1), ...gone.map(() => moving.length)];
  const { lines } = await read([...moving, ...standing, ...gone], pictures);
  expect(lines).toMatchObject([{ text: 'Professor Ada Lindqvist, University of Lund', repetitions: [] }]);
  expect(lines[0]!.end).toBe(standing.at(-1)!.time);
});
