import { expect, test } from 'vitest';
import type { LumaFrame } from '../../../src/media/frames.ts';
import type { OcrEngine, RgbImage } from '../../../src/models/ocr/index.ts';
import { TextReader } from '../../../src/modules/ocr/reader.ts';
import type { TextLine } from '../../../src/modules/ocr/text-line.ts';
import { solid, texture } from '../../fixtures/pictures.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { drawText } from '../../models/ocr/bitmap-text.ts';

const [WIDTH, HEIGHT, RATE] = [320, 180, 10];
const SIZE = 14;
const GROUNDS = [...Array.from({ length: 6 }, (_, i) => texture(WIDTH, HEIGHT, i)), solid(WIDTH, HEIGHT, [32, 48, 64])];
const TEXTS = [
  'RACE RETURNS',
  'RACE REPORTS',
  'GRACE RETURNED',
  'RETURNS',
  'TOTAL 1984',
  '1984',
  'THE HARBOUR',
  'HARBOUR',
];
const PLACES = [
  { x: 40, y: 60 },
  { x: 44, y: 62 },
  { x: 120, y: 60 },
  { x: 40, y: 130 },
];

interface Shot {
  /** Seconds. */
  from: number;
  to: number;
  texts: { text: string; x: number; y: number }[];
  picture: RgbImage;
}

/** Shots of half a second to two with up to two texts each, on different grounds. */
async function randomShots(seed: number): Promise<Shot[]> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const shots: Shot[] = [];
  let from = 0;
  let ground = Math.floor(random() * GROUNDS.length);
  for (let count = 2 + Math.floor(random() * 3); count > 0; count--) {
    const to = Math.round((from + 0.5 + random() * 1.5) * RATE) / RATE;
    const top = pick(PLACES.slice(0, 3));
    const texts = [{ text: pick(TEXTS), ...top }, ...(random() < 0.4 ? [{ text: pick(TEXTS), ...PLACES[3]! }] : [])];
    ground = (ground + 1 + Math.floor(random() * (GROUNDS.length - 1))) % GROUNDS.length;
    const shown = random() < 0.2 ? [] : texts;
    const drawn = await drawText(
      GROUNDS[ground]!,
      shown.map((text) => ({ ...text, size: SIZE })),
    );
    shots.push({ from, to, texts: shown, picture: drawn });
    from = to;
  }
  return shots;
}

/** Reads shots as the pipeline does, with an engine that knows what they show. */
async function read(shots: readonly Shot[]): Promise<TextLine[]> {
  const rectOf = ({ text, x, y }: Shot['texts'][0]) => {
    const width = [...text].reduce((sum, character) => sum + (character === ' ' ? 4 : 6), 1) * (SIZE / 7);
    return { cx: x + width / 2, cy: y + SIZE / 2 + 2, width, height: SIZE + 4, cos: 1, sin: 0 };
  };
  const textsOf = (image: RgbImage) => shots.find(({ picture }) => picture.rgb === image.rgb)!.texts;
  const engine: OcrEngine = {
    info: { id: 'scripted', version: '1' },
    detect: async (image) => textsOf(image).map((text) => ({ rect: rectOf(text), score: 0.9 })),
    recognize: async (image, { cx }) => {
      const { text } = textsOf(image).toSorted((a, b) => Math.abs(rectOf(a).cx - cx) - Math.abs(rectOf(b).cx - cx))[0]!;
      return { text, confidence: 0.97, characters: [...text].map(() => 0.97) };
    },
    dispose: async () => {},
  };
  const reader = new TextReader({
    engine,
    signal: new AbortController().signal,
    rotation: 0,
    keepStill: async () => {},
    isKnown: () => true,
    worthKeeping: () => false,
  });
  const end = shots.at(-1)!.to;
  let index = 0;
  for (const [nth, { from, to, picture }] of shots.entries()) {
    for (; index < Math.round(to * RATE); index++) {
      const time = index / RATE;
      const still = { ...picture, time };
      reader.onLuma(lumaFrame(picture, index));
      if (index % 5 === 0 || (nth > 0 && index === Math.round(from * RATE))) await reader.onStill(still);
    }
  }
  return reader.finish(end);
}

function lumaFrame(picture: RgbImage, index: number): LumaFrame {
  const [width, height] = [WIDTH / 2, HEIGHT / 2];
  const luma = new Uint8Array(width * height);
  for (let i = 0; i < luma.length; i++) {
    const at = (Math.floor(i / width) * 2 * WIDTH + (i % width) * 2) * 3;
    luma[i] = (picture.rgb[at]! + 2 * picture.rgb[at + 1]! + picture.rgb[at + 2]!) / 4;
  }
  const time = index / RATE;
  const chroma = new Uint8Array(0);
  const retain = () => ({ time, toStill: () => ({ ...picture, time }), release: () => {} });
  return { index, time, duration: 1 / RATE, width, height, luma, chromaU: chroma, chromaV: chroma, retain };
}

/** RANDOM_CLIPS tries more: 200 passed with the rule for cuts. */
const CLIPS = Number(process.env['RANDOM_CLIPS'] ?? 30);

test('states no text outside of the shots that show it, in random clips', async () => {
  const untrue: string[] = [];
  let found = 0;
  for (let seed = 1; seed <= CLIPS; seed++) {
    const shots = await randomShots(seed);
    for (const { text, start, end } of await read(shots)) {
      found++;
      const without = shots.filter(
        (shot) =>
          !shot.texts.some((one) => one.text.includes(text)) &&
          Math.min(shot.to, end) - Math.max(shot.from, start) > 0.5 / RATE,
      );
      if (without.length > 0)
        untrue.push(`${seed}: ${text} ${start}–${end}, not at ${without.map(({ from }) => from)}`);
    }
  }
  expect(found).toBeGreaterThan(1.5 * CLIPS);
  expect(untrue).toEqual([]);
});
