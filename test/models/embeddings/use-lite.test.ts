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

test('returns the vectors of the published model', async () => {
  // The first six values that @energetic-ai/embeddings 0.2.0 returns on TensorFlow.js.
  const published = {
    'A man rides a bicycle down a busy street.': [-0.065677, 0.059664, 0.063803, -0.04255, -0.004337, 0.070827],
    'person, bicycle': [-0.055633, 0.044051, 0.057781, -0.045344, 0.03172, 0.058495],
    'The quick brown fox jumps over the lazy dog and runs into the forest while the sun sets over the hills.': [
      -0.044677, -0.050177, -0.024126, -0.00866, 0.013988, 0.072388,
    ],
  };
  const vectors = await engine.embed(Object.keys(published));
  for (const [index, wanted] of Object.values(published).entries()) {
    for (const [i, value] of wanted.entries()) expect(vectors[index]![i]).toBeCloseTo(value, 5);
  }
});

test('embeds text in capitals like lowercase text', async () => {
  const [shouted, spoken] = await engine.embed(['GRAND OPENING SALE', 'grand opening sale']);
  expect(similarity(shouted!, spoken!)).toBeCloseTo(1, 5);
  expect(prepareText('NASA launched a rocket')).toBe('NASA launched a rocket');
  expect(prepareText('  two\n\twords ')).toBe('two words');
});

test('distinguishes texts in unknown scripts, and relates those that share words', async () => {
  const [short, long, other, english] = await engine.embed(['世界地図', '世界地図の本', '料理', 'a map of the world']);
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
