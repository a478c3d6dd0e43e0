import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '../../src/models/speech/index.ts';
import { sample } from '../fixtures/extended.ts';
import { silence } from '../fixtures/sounds.ts';
import { speechLike } from '../fixtures/speech.ts';

const RATE = 16_000;

/** Requirements of every speech engine, whatever its training. */
export function speechEngineSuite(name: string, load: () => Promise<SpeechEngine>): void {
  describe(`speech engine: ${name}`, () => {
    let engine: SpeechEngine;
    beforeAll(async () => {
      engine = await load();
    });
    afterAll(() => engine.dispose());

    test('identifies itself', () => {
      expect(engine.info.id).not.toBe('');
      expect(engine.info.version).not.toBe('');
    });

    test.each(sample([0.05, 0.5, 5, 29.5], 2))(
      'recognizes %d s, with ordered times within the audio',
      async (seconds) => {
        const heard = await engine.recognize(speechLike(seconds, RATE, 3), { language: 'en', prompt: null });
        let time = 0;
        for (const { text, start, end } of heard.words) {
          expect(text).toBe(text.trim());
          expect(text).not.toContain('\uFFFD');
          expect(start).toBeGreaterThanOrEqual(time);
          expect(end).toBeGreaterThanOrEqual(start);
          time = start;
        }
        // Whisper returns times in steps of 20 ms and may round the last one up.
        expect(time).toBeLessThanOrEqual(30);
      },
    );

    test('accepts silence, no samples, samples out of range, a prompt, and language detection', async () => {
      const options = { language: null, prompt: 'Names: Ada, Grace.' };
      await engine.recognize(silence(2, RATE), options);
      await engine.recognize(new Float32Array(), options);
      await engine.recognize(new Float32Array(RATE).fill(7), options);
    });

    test('returns the same words for the same audio', async () => {
      const sound = speechLike(4, RATE, 5);
      const first = await engine.recognize(sound, { language: 'en', prompt: null });
      const second = await engine.recognize(sound, { language: 'en', prompt: null });
      expect(second.words).toEqual(first.words);
    });
  });
}
