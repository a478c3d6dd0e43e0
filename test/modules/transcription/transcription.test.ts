import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { extendedTest, sample, WHOLE } from '../../fixtures/extended.ts';
import { concat, mix, music, pinkNoise, silence, sine, whiteNoise } from '../../fixtures/sounds.ts';
import { speechLike } from '../../fixtures/speech.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { feed, startTranscription, transcribe } from './run-transcription.ts';
import { evenWords, scriptedEngine } from './scripted-engine.ts';

const RATE = 16_000;
const JFK = join(import.meta.dirname, '../../../../shared/media/jfk.flac');
const talk = (seconds: number, seed = 1) => speechLike(seconds, RATE, seed);
const pause = (seconds: number) => silence(seconds, RATE);
const says = () => scriptedEngine((seconds) => ({ words: evenWords(seconds) }));

describe('transcription', () => {
  it.each<[string, Float32Array]>(
    sample(
      [
        ['silence', pause(20)],
        ['music', music(15, RATE)],
        ['quiet music', music(15, RATE, 0.01)],
        ['the noise of a room', pinkNoise(15, RATE, 2, 0.02)],
        ['loud noise', whiteNoise(15, RATE, 4, 0.8)],
        ['hum of the mains', mix(sine(50, 10, RATE, 0.2), sine(150, 10, RATE, 0.1))],
        ['clicks', pause(10).map((_, i) => (i % 7000 < 40 ? 0.9 : 0))],
        ['one after the other', concat(pause(3), music(5, RATE), pinkNoise(5, RATE, 1), sine(1000, 2, RATE), pause(3))],
      ],
      3,
    ),
  )('skips %s, so that no words are invented', WHOLE, async (_name, sound) => {
    const engine = says();
    const { segments } = await transcribe(engine, sound);
    expect(engine.asked).toEqual([]);
    expect(segments).toEqual([]);
  });

  it.skipIf(!existsSync(JFK))('recognizes real speech only', async () => {
    const chunks: Float32Array[] = [];
    const onAudio = ({ samples }: { samples: Float32Array }) => void chunks.push(samples.slice());
    await runMediaPass(JFK, [{ needs: { audio: true }, onAudio }]);
    const speech = concat(...chunks);
    const engine = says();
    const { segments } = await transcribe(engine, concat(music(6, RATE, 0.1), speech, pinkNoise(8, RATE, 1, 0.02)));
    const heard = engine.asked.reduce((sum, asked) => sum + asked.seconds, 0);
    const seconds = speech.length / RATE;
    expect(heard).toBeGreaterThan(0.7 * seconds);
    expect(heard).toBeLessThan(seconds + 1);
    expect(segments[0]!.start_time).toBeGreaterThan(5.5);
    expect(segments.at(-1)!.end_time).toBeLessThan(6.8 + seconds);
    for (const { data } of segments) expect(data!['speech_probability']).toBeGreaterThan(0.2);
  });

  it('reports a GPU that failed during the job, and names the engine that completed it', async () => {
    const engine = scriptedEngine((seconds, call) => {
      if (call === 2) engine.info.version = 'cpu';
      return { words: evenWords(seconds) };
    });
    const { warnings, run } = await transcribe(engine, talk(40));
    expect(run.engine).toEqual({ id: 'scripted', version: 'cpu' });
    expect(warnings).toEqual([expect.stringContaining('failed on the GPU')]);
  });

  it('maps words to their original times across omitted pauses', async () => {
    const engine = says();
    const sound = concat(pause(5), talk(3), pause(15), talk(4, 2), pause(3));
    const { segments } = await transcribe(engine, sound);
    expect(engine.asked).toHaveLength(1);
    expect(engine.asked[0]!.seconds).toBeGreaterThan(6.5);
    expect(engine.asked[0]!.seconds).toBeLessThan(9);
    const words = segments.flatMap((segment) => segment.data!.words!);
    for (const { start_time, end_time } of words) {
      const inFirst = start_time >= 4.5 && end_time <= 8.6;
      const inSecond = start_time >= 22.5 && end_time <= 27.6;
      expect(inFirst || inSecond).toBe(true);
    }
    expect(words.some((word) => word.start_time < 9)).toBe(true);
    expect(words.some((word) => word.start_time > 22)).toBe(true);
    for (const segment of segments) expect(segment.end_time - segment.start_time).toBeLessThan(9);
  });

  extendedTest('cuts long speech into chunks of at most 30 s, the first one short', async () => {
    const engine = says();
    const { segments } = await transcribe(engine, talk(100));
    const seconds = engine.asked.map((asked) => asked.seconds);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(30);
    expect(seconds.reduce((a, b) => a + b)).toBeGreaterThan(95);
    expect(seconds.reduce((a, b) => a + b)).toBeLessThan(106);
    expect(engine.asked.length).toBeGreaterThanOrEqual(4);
    expect(segments.length).toBeGreaterThan(15);
  });

  it('keeps times ascending and within the audio for any output', async () => {
    const wild = scriptedEngine(() => ({
      words: [
        { text: 'late', start: 500, end: 900 },
        { text: 'early', start: -5, end: -9 },
        { text: 'turned', start: 3, end: 1 },
      ],
    }));
    const { segments } = await transcribe(wild, concat(talk(12), pause(25), talk(12, 3)));
    const words = segments.flatMap((segment) => segment.data!.words!);
    expect(words.length).toBeGreaterThanOrEqual(6);
    let time = 0;
    for (const word of words) {
      expect(word.start_time).toBeGreaterThanOrEqual(time);
      expect(word.end_time).toBeGreaterThanOrEqual(word.start_time);
      time = word.end_time;
    }
    expect(time).toBeLessThanOrEqual(49);
  });

  extendedTest('is independent of how the audio is split', async () => {
    const sound = concat(pause(1.3), talk(7), pause(2), talk(11, 4));
    const whole = await transcribe(says(), sound, { step: sound.length });
    const bits = await transcribe(says(), sound, { step: 731 });
    expect(bits.segments).toEqual(whole.segments);
  });

  it('counts speech as done once it is recognized, not once it is decoded', async () => {
    const { run, checkpoints } = await startTranscription(says());
    await feed(run, concat(talk(6), pause(0.3), talk(14)));
    await waitUntil(() => checkpoints.length === 1);
    await run.onAudio?.({ time: 20, samples: talk(1, 2) });
    expect(run.workedUntil).toBeLessThan(8);
    await run.finish();
    expect(run.workedUntil).toBeCloseTo(21.3);
    await run.dispose();
  });

  extendedTest('slows the decoder while chunks are pending', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = scriptedEngine(async (seconds) => {
      await gate;
      return { words: evenWords(seconds) };
    });
    const { run } = await startTranscription(engine);
    let fed = 0;
    const feeding = (async () => {
      const sound = talk(150);
      for (let at = 0; at < sound.length; at += RATE, fed++)
        await run.onAudio?.({ time: fed, samples: sound.subarray(at, at + RATE) });
    })();
    // It stops taking sound: nothing was fed for half a second.
    await waitUntil(
      async () => {
        const before = fed;
        await new Promise((resolve) => setTimeout(resolve, 500));
        return fed > 8 && fed === before;
      },
      { timeout: 60_000, interval: 1 },
    );
    expect(fed).toBeLessThan(75);
    // Progress is that of recognition, not of decoding.
    expect(run.workedUntil).toBe(0);
    release();
    await feeding;
    await run.finish();
    expect(run.workedUntil).toBe(150);
    await run.dispose();
    expect(fed).toBe(150);
    expect(engine.disposed).toBe(1);
  });

  extendedTest('saves each chunk immediately, and resumes after the last one', async () => {
    const sound = concat(talk(20), pause(2), talk(40, 2), pause(2), talk(30, 3));
    const whole = await transcribe(says(), sound);
    expect(whole.checkpoints.length).toBeGreaterThanOrEqual(4);
    expect(whole.segments.every((segment) => segment.data?.['heard_until'] === undefined)).toBe(true);

    const kept = whole.checkpoints.slice(0, 3).flatMap((checkpoint) => checkpoint.segments);
    const engine = says();
    const again = await transcribe(engine, sound, { resumed: { engine: 'scripted@1', segments: kept } });
    expect(again.segments.slice(0, kept.length).map((one) => one.content)).toEqual(kept.map((one) => one.content));
    expect(again.checkpoints[0]!.kept).toBe(kept.length);
    const heard = engine.asked.reduce((sum, asked) => sum + asked.seconds, 0);
    expect(heard).toBeLessThan(70);
    const starts = again.segments.map((segment) => segment.start_time);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));

    const other = says();
    await transcribe(other, sound, { resumed: { engine: 'another@1', segments: kept } });
    expect(other.asked.reduce((sum, asked) => sum + asked.seconds, 0)).toBeGreaterThan(85);
  });

  extendedTest('recognizes each second of speech once, whichever chunk it resumes after', async () => {
    // Speech until the very end, where the margin of the last range exceeds the recording.
    const sound = concat(talk(10), pause(2), talk(8, 2));
    const first = says();
    const whole = await transcribe(first, sound);
    const heard = (asked: readonly { seconds: number }[]) => asked.reduce((sum, { seconds }) => sum + seconds, 0);
    expect(whole.checkpoints).toHaveLength(first.asked.length);
    for (let count = 1; count <= whole.checkpoints.length; count++) {
      const kept = whole.checkpoints.slice(0, count).flatMap((checkpoint) => checkpoint.segments);
      const engine = says();
      const again = await transcribe(engine, sound, { resumed: { engine: 'scripted@1', segments: kept } });
      expect(heard(first.asked.slice(0, count)) + heard(engine.asked)).toBeCloseTo(heard(first.asked), 3);
      expect(again.segments.slice(0, kept.length).map((one) => one.content)).toEqual(kept.map((one) => one.content));
    }
  });

  it('detects the language once there is enough speech, and keeps it', async () => {
    const engine = scriptedEngine((seconds) => ({ words: evenWords(seconds), language: 'de' }));
    const { segments } = await transcribe(engine, concat(talk(6), pause(0.3), talk(70)));
    // The first chunk is too short to rely on.
    const later = engine.asked.slice(2).map(() => 'de');
    expect(later.length).toBeGreaterThan(0);
    expect(engine.asked.map((asked) => asked.language)).toEqual([null, null, ...later]);
    expect(segments[0]!.data).toMatchObject({ language: 'de' });
  });

  it('transcribes nothing before the language is decided, and then all of it', async () => {
    let asked = 0;
    const engine = Object.assign(
      scriptedEngine((seconds) => ({ words: evenWords(seconds), language: 'de' })),
      {
        languages: {
          // The start is mistaken for English; with all speech it is German.
          probabilities: async () =>
            new Map(Object.entries(asked++ === 0 ? { en: 0.6, de: 0.4 } : { en: 0.2, de: 0.8 })),
          texts: async (_: Float32Array, codes: readonly string[]) =>
            codes.map((code) => ({ text: '', logProbability: code === 'de' ? -0.4 : -0.8 })),
        },
      },
    );
    const { segments } = await transcribe(engine, concat(talk(6), pause(1), talk(9, 2)));
    expect(engine.asked.map(({ language }) => language)).toEqual(['de', 'de']);
    expect(segments[0]!.start_time).toBeLessThan(1);
  });

  it('divides a chunk where its language changes, and keeps the times of both parts', async () => {
    const isLoud = (samples: Float32Array) => samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length;
    const [english, german] = [talk(9), talk(9, 2).map((value) => value / 4)];
    const [loud, quiet] = [isLoud(english), isLoud(german)];
    const engine = Object.assign(
      scriptedEngine((seconds, call) => ({ words: evenWords(seconds), language: call < 3 ? 'en' : 'de' })),
      {
        languages: {
          async probabilities(samples: Float32Array) {
            const share = Math.min(1, Math.max(0, (isLoud(samples) - quiet) / (loud - quiet)));
            return new Map([
              ['en', share],
              ['de', 1 - share],
            ]);
          },
          texts: async (_: Float32Array, codes: readonly string[]) =>
            codes.map((code) => ({ text: '', logProbability: code === 'en' ? -0.4 : -0.8 })),
        },
      },
    );
    const { segments } = await transcribe(engine, concat(english, pause(1), english, pause(1), german));
    expect(engine.asked.map(({ language }) => language)).toEqual(['en', 'en', 'de']);
    const lines = segments.filter(({ data }) => data!.language === 'de');
    expect(lines[0]!.start_time).toBeGreaterThan(19.5);
    expect(lines[0]!.start_time).toBeLessThan(21);
    expect(lines.at(-1)!.end_time).toBeGreaterThan(28);
  });

  it('passes language, vocabulary, and prompt on', async () => {
    const engine = says();
    const speech = { language: 'fr', vocabulary: ['Zürn', 'Okapi'] };
    const { warnings } = await transcribe(engine, talk(3), { speech, prompt: 'A talk about bridges.' });
    expect(engine.asked[0]).toMatchObject({ language: 'fr', prompt: 'Zürn, Okapi. A talk about bridges.' });
    expect(warnings).toEqual([]);
  });

  it('reports options that the engine does not support', async () => {
    const engine = scriptedEngine(() => ({}), {
      supports: { language: false, prompt: false, translation: false },
      multilingual: false,
    });
    const { warnings } = await transcribe(engine, talk(3), { speech: { language: 'fr', vocabulary: ['Okapi'] } });
    expect(warnings).toHaveLength(2);
    expect(warnings.join(' ')).toMatch(/custom vocabulary.*English only/s);
    expect(engine.asked[0]).toMatchObject({ prompt: null, language: null });
  });

  it('stores a translation beside each phrase if it is requested', async () => {
    const engine = scriptedEngine((seconds) => ({
      language: 'de',
      words: [
        { text: 'Guten', start: 0.2, end: 0.5 },
        { text: 'Morgen.', start: 0.5, end: 1 },
        { text: 'Wie', start: 2, end: 2.3 },
        { text: 'geht’s?', start: 2.3, end: Math.min(3, seconds) },
      ],
      translation: [
        { text: 'Good', start: 0.2, end: 0.6 },
        { text: 'morning.', start: 0.6, end: 1.1 },
        { text: 'How', start: 2.1, end: 2.3 },
        { text: 'are', start: 2.3, end: 2.5 },
        { text: 'you?', start: 2.5, end: 2.9 },
      ],
    }));
    const { segments, warnings } = await transcribe(engine, talk(4), { speech: { translate: true } });
    expect(engine.asked[0]!.translate).toBe(true);
    expect(segments.map(({ content, data }) => [content, data?.translation])).toEqual([
      ['Guten Morgen.', 'Good morning.'],
      ['Wie geht’s?', 'How are you?'],
    ]);
    expect(warnings).toEqual([]);

    const plain = scriptedEngine(() => ({ words: [{ text: 'Hello.', start: 0.2, end: 0.6 }] }));
    const english = await transcribe(plain, talk(4), {});
    expect(plain.asked[0]!.translate).toBe(false);
    expect(english.segments[0]!.data).not.toHaveProperty('translation');
  });

  it('warns if the model can’t translate', async () => {
    const supports = { language: true, prompt: true, translation: false };
    const engine = scriptedEngine(() => ({ words: [{ text: 'Hello.', start: 0.2, end: 0.6 }] }), { supports });
    const { warnings } = await transcribe(engine, talk(3), { speech: { translate: true } });
    expect(engine.asked[0]!.translate).toBe(false);
    expect(warnings).toEqual(['This speech model can’t translate; lines are in the original language only.']);
  });

  it('removes loops, and reports them', async () => {
    const engine = scriptedEngine(() => ({
      words: Array.from({ length: 40 }, (_, i) => ({
        text: ['thank', 'you.'][i % 2]!,
        start: i / 4,
        end: i / 4 + 0.2,
      })),
    }));
    const { segments, warnings } = await transcribe(engine, talk(4));
    expect(segments.map((segment) => segment.content)).toEqual(['thank you.']);
    expect(warnings).toEqual(['Speech recognition repeated itself; 38 words were removed.']);
  });

  it('removes invented phrases with a warning of their own', async () => {
    const words = ['Thanks', 'for', 'watching!'].map((text, i) => ({
      text,
      start: i / 4,
      end: i / 4 + 0.2,
      confidence: 0.3,
    }));
    const { segments, warnings } = await transcribe(
      scriptedEngine(() => ({ words })),
      talk(4),
    );
    expect(segments).toEqual([]);
    expect(warnings).toEqual(['3 words without matching speech were removed.']);
  });

  it('removes invented credits that pauses divide', async () => {
    const words = ['Редактор', 'субтитров', 'А.Семкин', 'Корректор'].map((text, i) => ({
      text,
      start: i * 1.2,
      end: i * 1.2 + 0.2,
      confidence: 0.5,
    }));
    const { segments, warnings } = await transcribe(
      scriptedEngine(() => ({ words, language: 'ru' })),
      talk(4),
    );
    expect(segments).toEqual([]);
    expect(warnings).toEqual(['4 words without matching speech were removed.']);
  });

  it('ends immediately when canceled inside a chunk', async () => {
    const stop = new AbortController();
    const engine = scriptedEngine(() => new Promise(() => {}));
    const { run } = await startTranscription(engine, { signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    await expect(feed(run, talk(200))).rejects.toThrow(CanceledError);
    await run.dispose();
  });

  it('fails with the error of the engine', async () => {
    const engine = scriptedEngine(() => {
      throw new Error('broken');
    });
    await expect(transcribe(engine, talk(30))).rejects.toThrow('broken');
    expect(engine.disposed).toBe(1);
  });
});
