import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CanceledError } from '../../src/base/errors.ts';
import type { EngineFactory } from '../../src/models/engine.ts';
import { VAD_FRAME, type VadEngine } from '../../src/models/vad/index.ts';
import { concat, music, pinkNoise, silence, sine, whiteNoise } from '../fixtures/sounds.ts';
import { speechLike } from '../fixtures/speech.ts';

const RATE = 16_000;

/** Requirements of every speech detector. */
export function vadEngineSuite(factory: EngineFactory<VadEngine>): void {
  describe(`speech detector ${factory.info.id}`, () => {
    let engine: VadEngine;
    beforeAll(async () => {
      engine = await factory.load();
    });
    afterAll(() => engine.dispose());
    /** Share of frames with a speech probability above one half. */
    const talking = async (sound: Float32Array) => {
      const probabilities = await engine.stream().push(sound);
      return probabilities.filter((probability) => probability > 0.5).length / probabilities.length;
    };

    test('is available and identifies itself', async () => {
      expect(await factory.availability()).toEqual({ available: true });
      expect(engine.info).toEqual(factory.info);
    });

    test.each([1, 0.1, 0.02])('detects speech at a gain of %d', async (gain) => {
      expect(await talking(speechLike(5, RATE, 1, 0.5 * gain))).toBeGreaterThan(0.85);
    });

    test.each([
      ['silence', silence(4, RATE)],
      ['music', music(4, RATE)],
      ['quiet music', music(4, RATE, 0.02)],
      ['white noise', whiteNoise(4, RATE, 1)],
      ['pink noise', pinkNoise(4, RATE, 2, 0.02)],
      ['a tone', sine(440, 4, RATE)],
    ])('hears no speech in %s', async (_name, sound) => {
      expect(await talking(sound)).toBeLessThan(0.05);
    });

    test('returns one probability per frame, however the samples are split', async () => {
      const sound = concat(silence(0.5, RATE), speechLike(1.01, RATE, 2));
      const whole = engine.stream();
      const expected = await whole.push(sound);
      expect(expected).toHaveLength(Math.floor(sound.length / VAD_FRAME));
      const parts = engine.stream();
      const pieces: number[] = [];
      for (let at = 0; at < sound.length; at += 700) pieces.push(...(await parts.push(sound.subarray(at, at + 700))));
      expect(pieces).toEqual([...expected]);
      expect(await whole.flush()).toHaveLength(1);
      expect(await whole.flush()).toHaveLength(0);
      expect(await engine.stream().push(new Float32Array())).toHaveLength(0);
    });

    test('keeps streams separate, and does not modify the samples', async () => {
      const sound = speechLike(1, RATE, 3);
      const copy = sound.slice();
      const expected = await engine.stream().push(sound);
      expect(sound).toEqual(copy);
      const [a, b] = [engine.stream(), engine.stream()];
      const [first] = await Promise.all([a.push(sound), b.push(whiteNoise(1, RATE, 1))]);
      expect(first).toEqual(expected);
    });

    test('stops when canceled', async () => {
      await expect(engine.stream().push(silence(1, RATE), AbortSignal.abort())).rejects.toThrow(CanceledError);
    });
  });
}
