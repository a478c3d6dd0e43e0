import { expect, test } from 'vitest';
import type { OcrEngine, RgbImage } from '../../../src/models/ocr/index.ts';
import { type ReaderOptions, TextReader } from '../../../src/modules/ocr/reader.ts';
import { solid } from '../../fixtures/pictures.ts';
import { drawText } from '../../models/ocr/bitmap-text.ts';

/** Replaces the models by a script, so that tests can count the calls. */
function scriptedEngine(texts: () => { text: string; cx: number; cy: number }[], confidence = 0.97) {
  const calls = { detect: 0, recognize: 0 };
  const engine: OcrEngine = {
    info: { id: 'scripted', version: '1' },
    detect: async () => {
      calls.detect++;
      return texts().map(({ cx, cy }) => ({ rect: { cx, cy, width: 200, height: 30, cos: 1, sin: 0 }, score: 0.9 }));
    },
    recognize: async (_image, rect) => {
      calls.recognize++;
      const { text } = texts().find(({ cx, cy }) => cx === rect.cx && cy === rect.cy)!;
      return { text, confidence, characters: [...text].map(() => confidence) };
    },
    dispose: async () => {},
  };
  return { engine, calls };
}

function readerOf(engine: OcrEngine, worthKeeping = true, confirm: ReaderOptions['confirm'] = async () => null) {
  const kept: number[] = [];
  const reader = new TextReader({
    engine,
    signal: new AbortController().signal,
    rotation: 0,
    keepStill: async (still) => void kept.push(still.time),
    isKnown: (text) => text === 'Nintendo',
    worthKeeping: () => worthKeeping,
    confirm,
  });
  return { reader, kept };
}

const still = (picture: RgbImage, time: number) => ({ ...picture, time });
const plain = solid(640, 360, [30, 60, 90]);

test('reads an unchanged frame once', async () => {
  const { engine, calls } = scriptedEngine(() => [{ text: 'Annual report', cx: 320, cy: 100 }]);
  const { reader, kept } = readerOf(engine);
  for (let i = 0; i < 20; i++) await reader.onStill(still(plain, i / 2));
  expect(calls).toEqual({ detect: 1, recognize: 1 });
  expect(await reader.finish(10)).toMatchObject([{ text: 'Annual report', start: 0, end: 10 }]);
  expect(kept).toEqual([0]);
});

test('does not read unchanged parts of a frame again', async () => {
  const lines = [{ text: 'Annual report', cx: 320, cy: 60 }];
  const { engine, calls } = scriptedEngine(() => lines);
  const { reader } = readerOf(engine);
  await reader.onStill(still(plain, 0));
  lines.push({ text: 'Second line', cx: 320, cy: 300 });
  await reader.onStill(still(await drawText(plain, [{ text: 'SECOND', x: 240, y: 290, size: 24 }]), 0.5));
  expect(calls).toEqual({ detect: 2, recognize: 2 });
  expect((await reader.finish(1)).map(({ text, start, end }) => [text, start, end])).toEqual([
    ['Annual report', 0, 1],
    ['Second line', 0.5, 1],
  ]);
});

test('ends a text at the first still without it if there are no frames in between', async () => {
  let lines = [{ text: 'Annual report', cx: 320, cy: 60 }];
  const { engine } = scriptedEngine(() => lines);
  const { reader } = readerOf(engine);
  await reader.onStill(still(plain, 0));
  lines = [];
  await reader.onStill(still(solid(640, 360, [200, 200, 200]), 0.5));
  expect(await reader.finish(9)).toMatchObject([{ start: 0, end: 0.5 }]);
});

test('believes a doubtful line if it is confirmed, and keeps evidence of it', async () => {
  const { engine } = scriptedEngine(() => [{ text: 'Soren Kjrgard dikr', cx: 320, cy: 100 }], 0.8);
  const confirmed = readerOf(engine, true, async () => 'Søren Kjærgård, direktør');
  await confirmed.reader.onStill(still(plain, 0));
  expect(await confirmed.reader.finish(1)).toMatchObject([{ text: 'Søren Kjærgård, direktør', stillTime: 0 }]);
  expect(confirmed.kept).toEqual([0]);
  const doubtful = readerOf(engine);
  await doubtful.reader.onStill(still(plain, 0));
  expect(await doubtful.reader.finish(1)).toEqual([]);
  expect(doubtful.kept).toEqual([]);
});

test('saves evidence only for texts that deserve it', async () => {
  const { engine } = scriptedEngine(() => [{ text: 'Annual report', cx: 320, cy: 60 }]);
  const { reader, kept } = readerOf(engine, false);
  await reader.onStill(still(plain, 0));
  expect(await reader.finish(1)).toMatchObject([{ stillTime: null }]);
  expect(kept).toEqual([]);
});

test('drops a low-confidence reading unless it is a known word', async () => {
  const guess = async (text: string) => {
    const { engine } = scriptedEngine(() => [{ text, cx: 320, cy: 60 }]);
    const characters = [...text].map(() => 0.8);
    const { reader, kept } = readerOf({ ...engine, recognize: async () => ({ text, confidence: 0.8, characters }) });
    await reader.onStill(still(plain, 0));
    return { texts: (await reader.finish(1)).map((line) => line.text), kept };
  };
  expect(await guess('Niglig')).toEqual({ texts: [], kept: [] });
  expect(await guess('Nintendo')).toEqual({ texts: ['Nintendo'], kept: [0] });
});
