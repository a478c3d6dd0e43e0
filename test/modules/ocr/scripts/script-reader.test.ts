import { expect, test } from 'vitest';
import type { AccentEngine, WordReading } from '../../../../src/models/accents/index.ts';
import type { Reading } from '../../../../src/models/ocr/index.ts';
import { type GivenScripts, ScriptReader } from '../../../../src/modules/ocr/scripts/script-reader.ts';

const IMAGE = { width: 400, height: 40, rgb: new Uint8Array() };
const LINE = { cx: 200, cy: 20, width: 200, height: 20, cos: 1, sin: 0 };

/** An engine that reads the same words on every line. */
function readerOf(readings: Record<string, [string, number][]>, given?: GivenScripts, installed?: Reading) {
  const asked: string[] = [];
  const engine: AccentEngine = {
    info: { id: 'fake', version: '1' },
    async read(_image, _line, language) {
      asked.push(language);
      const words = readings[language] ?? [];
      return words.map<WordReading>(([text, confidence], i) => ({
        text,
        confidence,
        span: [i / words.length, (i + 0.9) / words.length],
      }));
    },
    dispose: async () => {},
  };
  return {
    asked,
    reader: new ScriptReader(engine, new AbortController().signal, async () => (installed ? [installed] : []), given),
  };
}

const firstOf = (text: string, confidence: number): Reading => ({
  text,
  confidence,
  characters: [...text].map(() => confidence),
});

test('leaves a line alone that the main recognizer has read surely', async () => {
  const { asked, reader } = readerOf({ kaz: [['Погода', 0.97]] });
  expect(await reader.read(firstOf('Weather tomorrow', 0.99), IMAGE, LINE)).toBeNull();
  expect(asked).toEqual([]);
});

test('reads a line in the script that fits, and tries that script first from then on', async () => {
  const { asked, reader } = readerOf({ ell: [['Ειδήσεις', 0.96]], fra: [['Eionoeic', 0.6]] });
  const doubtful = firstOf('Eionoeic', 0.84);
  expect(await reader.read(doubtful, IMAGE, LINE)).toMatchObject({ script: 'Greek', reading: { text: 'Ειδήσεις' } });
  expect(asked).toEqual(['kaz', 'bul', 'ukr', 'ell', 'fra']);
  asked.length = 0;
  await reader.read(doubtful, IMAGE, LINE);
  expect(asked).toEqual(['ell', 'fra']);
});

test('asks for a line of which the main recognizer has left out most', async () => {
  const { reader } = readerOf({
    jpn: [
      ['こん', 0.95],
      ['にちは', 0.93],
      ['東京', 0.94],
    ],
  });
  const reading = await reader.read(firstOf('東京', 0.97), IMAGE, LINE);
  expect(reading).toMatchObject({ script: 'Japanese', reading: { text: 'こんにちは東京' } });
});

test('does not take words for another script whose letters are Latin ones, or that are as sure in Latin script', async () => {
  const capitals = readerOf({ kaz: [['ТОР', 0.96]] });
  expect(await capitals.reader.read(firstOf('TOP TEAM', 0.9), IMAGE, LINE)).toBeNull();
  const latin = readerOf({ ukr: [['Магіа', 0.88]], fra: [['Maria', 0.96]] });
  expect(await latin.reader.read(firstOf('Maria', 0.9), IMAGE, LINE)).toBeNull();
});

test('names the script of a line that is not legible, unless it may be Latin', async () => {
  const words: Record<string, [string, number][]> = { ara: [['الاقتصاد', 0.75]], fra: [['bl', 0.3]] };
  expect(await readerOf(words).reader.read(firstOf('lol', 0.5), IMAGE, LINE)).toEqual({
    script: 'Arabic',
    reading: null,
  });
  expect(await readerOf(words).reader.read(firstOf('lollipop', 0.93), IMAGE, LINE)).toBeNull();
});

test('examines fewer and fewer lines while none is in another script', async () => {
  const { asked, reader } = readerOf({});
  for (let i = 0; i < 100; i++) await reader.read(firstOf('texture', 0.4), IMAGE, LINE);
  expect(asked.length).toBeLessThan(40 * 10);
  expect(asked.length).toBeGreaterThan(12 * 9);
});

test('looks for given scripts only, and believes them sooner', async () => {
  const words: Record<string, [string, number][]> = {
    bul: [['Погода', 0.83]],
    ara: [['الطقس', 0.97]],
    fra: [['Hozoga', 0.8]],
  };
  const doubtful = firstOf('Hozoga Hozoga', 0.96);
  expect(await readerOf(words).reader.read(doubtful, IMAGE, LINE)).toBeNull();
  const { asked, reader } = readerOf(words, new Map([['Cyrillic', ['bul']]]));
  expect(await reader.read(doubtful, IMAGE, LINE)).toMatchObject({ script: 'Cyrillic', reading: { text: 'Погода' } });
  expect(asked).toEqual(['bul', 'fra']);
  const latin = readerOf(words, new Map());
  expect(await latin.reader.read(firstOf('Hozoga', 0.5), IMAGE, LINE)).toBeNull();
  expect(latin.asked).toEqual([]);
});

test('leaves out what an installed recognizer reads in another script than the given ones', async () => {
  const { reader: found } = readerOf({}, undefined, firstOf('Погода завтра', 0.99));
  expect(await found.read(firstOf('Hozoga', 0.6), IMAGE, LINE)).toMatchObject({ reading: { text: 'Погода завтра' } });
  const { reader: given } = readerOf({}, new Map([['Greek', ['ell']]]), firstOf('Погода завтра', 0.99));
  expect(await given.read(firstOf('Hozoga', 0.6), IMAGE, LINE)).toBeNull();
});
