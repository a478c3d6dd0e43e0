import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpeechEngine } from '../../../../src/models/speech/index.ts';
import { loadOnnxWhisper } from '../../../../src/models/speech/onnx/engine.ts';
import { extendedTest } from '../../../fixtures/extended.ts';
import { silence, sine } from '../../../fixtures/sounds.ts';
import { createTempFolder, tempFolder } from '../../../fixtures/temp.ts';
import { writeOnnxWhisper } from '../../../fixtures/whisper-onnx-model.ts';
import { speechEngineSuite } from '../../../suites/speech-engine.ts';

const RATE = 16_000;
const SPEECH = {
  pieces: [
    [' Hello', 0.5],
    [',', 1],
    [' world', 1.2],
    ['!', 2],
  ],
  end: 2.5,
} as const;
const ANY = { language: 'en', prompt: null };

let models: Awaited<ReturnType<typeof createTempFolder>>;
beforeAll(async () => {
  models = await createTempFolder();
  await writeOnnxWhisper(models.path, 'scripted', SPEECH);
});
afterAll(() => models.remove());
const load = () => loadOnnxWhisper('scripted', join(models.path, 'scripted'));

speechEngineSuite('Whisper on ONNX Runtime', load);

describe('Whisper on ONNX Runtime', () => {
  let engine: SpeechEngine;
  beforeAll(async () => {
    engine = await load();
  });
  afterAll(() => engine.dispose());

  it('joins tokens to words with the times of their attention', async () => {
    const { words, timesEstimated } = await engine.recognize(sine(300, 3, RATE), ANY);
    expect(words.map(({ text }) => text)).toEqual(['Hello,', 'world!']);
    // The path through the attention begins with the sound, so the first word does as well.
    expect(words[0]!.start).toBeLessThanOrEqual(0.5);
    expect(words[0]!.end).toBeCloseTo(1, 1);
    expect(words[1]!.start).toBeCloseTo(1.2, 1);
    expect(words[1]!.end).toBeCloseTo(2, 1);
    for (const { confidence } of words) expect(confidence).toBeGreaterThan(0.9);
    expect(timesEstimated).toBe(false);
  });

  it('detects the language, or uses the given one', async () => {
    expect((await engine.recognize(sine(300, 3, RATE), { language: null, prompt: null })).language).toBe('en');
    expect((await engine.recognize(silence(3, RATE), { language: null, prompt: null })).language).toBe('de');
    expect((await engine.recognize(silence(3, RATE), ANY)).language).toBe('en');
    expect((await engine.recognize(silence(3, RATE), { language: null, prompt: 'Ada.' })).language).toBe('de');
  });

  it('translates speech in other languages if that is requested', async () => {
    const sound = sine(300, 3, RATE);
    const german = await engine.recognize(sound, { language: 'de', prompt: null, translate: true });
    expect(german.words.map(({ text }) => text)).toEqual(['Hello,', 'world!']);
    expect(german.translation?.map(({ text }) => text)).toEqual(['Hello,', 'world!']);
    expect(german.translation![1]!.start).toBeCloseTo(1.2, 1);
    expect((await engine.recognize(sound, { ...ANY, translate: true })).translation).toBeUndefined();
    expect((await engine.recognize(sound, { language: 'de', prompt: null })).translation).toBeUndefined();
  });

  extendedTest(
    'recognizes audio of more than 30 s window by window',
    async () => {
      const { words } = await engine.recognize(sine(300, 65, RATE), ANY);
      // The next window starts at the end of the previous one's text.
      expect(words.length).toBeGreaterThan(40);
      expect(words.at(-1)!.end).toBeGreaterThan(60);
      for (const [i, word] of words.entries())
        if (i > 0) expect(word.start).toBeGreaterThanOrEqual(words[i - 1]!.start);
    },
    60_000,
  );

  it('places words by the sound of their text, whatever is said after it', async () => {
    const folder = await tempFolder();
    await writeOnnxWhisper(folder, 'stray', { ...SPEECH, strayFrom: 4 });
    const stray = await loadOnnxWhisper('stray', join(folder, 'stray'));
    const { words } = await stray.recognize(sine(300, 25, RATE), ANY);
    expect(words.slice(0, 2).map(({ text }) => text)).toEqual(['Hello,', 'world!']);
    expect(words[0]!.end).toBeLessThan(1.5);
    expect(words[1]!.start).toBeCloseTo(1.2, 0);
    expect(words[1]!.end).toBeLessThan(3);
    await stray.dispose();
  });

  it('supports other languages than English only if the model does', async () => {
    const folder = await tempFolder();
    await writeOnnxWhisper(folder, 'english', { ...SPEECH, multilingual: false });
    const english = await loadOnnxWhisper('english', join(folder, 'english'));
    const { words, language } = await english.recognize(sine(300, 3, RATE), { language: null, prompt: null });
    expect([words.length, language, english.multilingual, english.supports.language]).toEqual([2, 'en', false, false]);
    await english.dispose();
  });

  it('spreads words over their line when the decoder returns no attention', async () => {
    const folder = await tempFolder();
    await writeOnnxWhisper(folder, 'plain', { ...SPEECH, attention: false });
    const plain = await loadOnnxWhisper('plain', join(folder, 'plain'));
    const { words, timesEstimated } = await plain.recognize(sine(300, 3, RATE), ANY);
    expect(timesEstimated).toBe(true);
    expect(words.map(({ text }) => text)).toEqual(['Hello,', 'world!']);
    expect(words.at(-1)!.end).toBeCloseTo(2.5, 1);
    await plain.dispose();
  });

  it('throws model_unavailable for a folder without a usable model', async () => {
    await expect(loadOnnxWhisper('none', await tempFolder())).rejects.toMatchObject({ code: 'model_unavailable' });
  });
});
