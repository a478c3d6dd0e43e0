import { expect, test } from 'vitest';
import type { AccentEngine, Language } from '../../../../src/models/accents/index.ts';
import { LetterRestorer } from '../../../../src/modules/ocr/accents/letter-restorer.ts';

const IMAGE = { width: 1000, height: 100, rgb: new Uint8Array() };
const AREA = { x: 0, y: 0, width: 1, height: 0.5 };

type Words = Record<string, number>;

/** An engine that reads the same words on every line. */
function engineOf(readings: Partial<Record<string, Words>>, otherwise: Words = {}, languages?: readonly Language[]) {
  const asked: string[] = [];
  const engine: AccentEngine = {
    info: { id: 'fake', version: '1' },
    async read(_image, _line, language) {
      asked.push(language);
      return Object.entries(readings[language] ?? otherwise).map(([text, confidence]) => ({ text, confidence }));
    },
    dispose: async () => {},
  };
  return { asked, readings, restorer: new LetterRestorer(engine, new AbortController().signal, languages) };
}

test('reads a line without marks in one language only', async () => {
  const { asked, restorer } = engineOf({ fra: { Reporting: 0.96, from: 0.97, Lisbon: 0.92 } });
  expect(await restorer.restore('Reporting from Lisbon', IMAGE, AREA)).toBe('Reporting from Lisbon');
  expect(asked).toEqual(['fra']);
});

test('takes the letters of the language that fits, and tries it first from then on', async () => {
  const fra = { Käln: 0.58, und: 0.96, Düsseldorf: 0.96 };
  const deu = { Köln: 0.97, und: 0.97, Düsseldorf: 0.96 };
  const { asked, restorer } = engineOf({ fra, deu });
  for (let i = 0; i < 3; i++)
    expect(await restorer.restore('Koln und Dusseldorf', IMAGE, AREA)).toBe('Köln und Düsseldorf');
  expect(asked).toEqual(['fra', 'deu', 'fra', 'deu', 'fra', 'deu']);
});

test('reads a capital within a word as ß, however sure another reading is of it', async () => {
  const deu = { Größere: 0.5, Straßen: 0.97 };
  const { restorer } = engineOf({ deu }, { GroBere: 0.9, Straben: 0.6 });
  expect(await restorer.restore('GroBere StraBen', IMAGE, AREA)).toBe('Größere Straßen');
  const { restorer: english } = engineOf({}, { eBay: 0.9, sells: 0.9 });
  expect(await english.restore('eBay sells', IMAGE, AREA)).toBe('eBay sells');
});

test('leaves a line alone whose language it does not know, when the readings disagree', async () => {
  const fra = { invätämânt: 0.77, liber: 0.93 };
  const dan = { invåtåmånt: 0.92, liber: 0.93 };
  const hun = { invátámánt: 0.92, liber: 0.92 };
  const { restorer } = engineOf({ fra, dan, hun }, { invatamant: 0.6, liber: 0.92 });
  expect(await restorer.restore('invatamant liber', IMAGE, AREA)).toBe('invatamant liber');
});

test('tries the language of the line before, since lines that are shown together have one', async () => {
  const pol = { Święta: 0.97, Bożego: 0.96 };
  const { asked, restorer } = engineOf({ fra: { Swieta: 0.91, Bozego: 0.84 }, pol });
  expect(await restorer.restore('Swieta Bozego', IMAGE, AREA)).toBe('Swieta Bozego');
  expect(asked).toEqual(['fra']);
  const before = engineOf({ pol }, { Pociag: 0.6 });
  expect(await before.restorer.restore('Swieta Bozego', IMAGE, AREA)).toBe('Święta Bożego');
  before.readings['fra'] = { Swieta: 0.91, Bozego: 0.84 };
  expect(await before.restorer.restore('Swieta Bozego', IMAGE, AREA)).toBe('Święta Bożego');
});

test('confirms a line that is certain in a language, and much the same', async () => {
  const dan = { Søren: 0.96, 'Kjærgård,': 0.97, direktør: 0.97 };
  const { restorer, readings } = engineOf({ dan }, { xyz: 0.3 });
  expect(await restorer.confirm('Soren Kjrgard dikr', IMAGE, AREA)).toBe('Søren Kjærgård, direktør');
  expect(await restorer.confirm('Seven words of something else', IMAGE, AREA)).toBe(null);
  expect(await restorer.confirm('Soren Kjr', IMAGE, AREA)).toBe(null);
  readings['dan'] = { ...dan, direktør: 0.8 };
  expect(await restorer.confirm('Soren Kjrgard dikr', IMAGE, AREA)).toBe(null);
});

test('takes only words with the same letters', async () => {
  const deu = { Fünf: 0.97, neue: 0.97, Läden: 0.97, öffnen: 0.97 };
  const { restorer } = engineOf({ fra: { 'F|': 0.1 }, deu });
  expect(await restorer.restore('Funf neue Lagen offnen', IMAGE, AREA)).toBe('Fünf neue Lagen öffnen');
});

test('tries fewer languages for each line when none fits', async () => {
  const { asked, restorer } = engineOf({}, { xyz: 0.3 });
  for (let i = 0; i < 10; i++) await restorer.restore('Tieng Viet', IMAGE, AREA);
  const before = asked.length;
  await restorer.restore('Tieng Viet', IMAGE, AREA);
  expect(asked.length - before).toBeLessThanOrEqual(5);
});

test('does not read numbers and vertical lines', async () => {
  const { asked, restorer } = engineOf({});
  expect(await restorer.restore('12:30', IMAGE, AREA)).toBe('12:30');
  expect(await restorer.restore('Text', IMAGE, { x: 0, y: 0, width: 0.02, height: 1 })).toBe('Text');
  expect(asked).toEqual([]);
});

test('reads given languages only, and believes the first of them sooner', async () => {
  const swe = { Malmö: 0.86, gräns: 0.8 };
  const deu = { Malmö: 0.86, grans: 0.88 };
  const found = engineOf({ swe, deu }, { Malmo: 0.5 });
  expect(await found.restorer.restore('Malmo grans', IMAGE, AREA)).toBe('Malmö grans');
  const given = engineOf({ swe, deu }, {}, ['swe']);
  expect(await given.restorer.restore('Malmo grans', IMAGE, AREA)).toBe('Malmö gräns');
  expect(given.asked).toEqual(['swe']);
});

test('reads nothing again if no given language has other letters', async () => {
  const { asked, restorer } = engineOf({ fra: { café: 0.96 } }, {}, []);
  expect(await restorer.restore('cafe', IMAGE, AREA)).toBe('cafe');
  expect(asked).toEqual([]);
});
