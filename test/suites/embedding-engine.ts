import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CanceledError } from '../../src/base/errors.ts';
import type { EmbeddingEngine, EngineFactory } from '../../src/models/engine.ts';

/** Requirements of every embedding engine. @param knowsWords false for a double without a model */
export function embeddingEngineSuite(factory: EngineFactory<EmbeddingEngine>, knowsWords = true): void {
  describe(`embedding engine ${factory.info.id}`, () => {
    let engine: EmbeddingEngine;
    beforeAll(async () => {
      engine = await factory.load();
    });
    afterAll(() => engine.dispose());

    test('is available and identifies itself', async () => {
      expect(await factory.availability()).toEqual({ available: true });
      expect(engine.info).toEqual(factory.info);
    });

    test('returns one unit vector of its dimension per text', async () => {
      const texts = [
        'A dog runs on the beach.',
        '',
        '   ',
        '日本語のテキスト',
        '🎬',
        'word '.repeat(20_000),
        '\ud800 half a pair',
      ];
      const vectors = await engine.embed(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(engine.dimension);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      }
      expect(await engine.embed([])).toEqual([]);
    });

    test('returns the same vectors in the order of the texts, whatever the batch', async () => {
      const texts = Array.from({ length: 70 }, (_, i) => `Shot ${i}: ${'a car and '.repeat(i % 5)}a tree.`);
      const together = await engine.embed(texts);
      expect(await engine.embed(texts)).toEqual(together);
      for (const index of [0, 31, 32, 69]) {
        const [alone] = await engine.embed([texts[index]!]);
        expect(similarity(alone!, together[index]!)).toBeCloseTo(1, 5);
      }
      expect(similarity(together[0]!, together[69]!)).toBeLessThan(0.999);
    });

    test.runIf(knowsWords)('puts related texts nearer than unrelated ones', async () => {
      const [question, related, unrelated] = await engine.embed([
        'someone riding a bike',
        'a man on a bicycle in the street',
        'the quarterly revenue grew',
      ]);
      expect(similarity(question!, related!)).toBeGreaterThan(similarity(question!, unrelated!) + 0.2);
    });

    test('stops when canceled', async () => {
      const texts = Array.from({ length: 200 }, (_, i) => `text ${i} ${'x '.repeat(i % 40)}`);
      await expect(engine.embed(texts, AbortSignal.abort())).rejects.toThrow(CanceledError);
      const controller = new AbortController();
      const work = engine.embed(texts, controller.signal);
      controller.abort();
      await expect(work).rejects.toThrow(CanceledError);
      expect(await engine.embed(['still works'])).toHaveLength(1);
    });
  });
}

/** Cosine similarity of unit vectors. */
export function similarity(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
