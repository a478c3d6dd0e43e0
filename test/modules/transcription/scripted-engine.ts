import type { Recognition, RecognitionOptions, SpeechEngine } from '../../../src/models/speech/index.ts';

/** A request to a scripted engine. */
export interface Asked extends RecognitionOptions {
  seconds: number;
}

/** A speech engine whose output is given by the test. */
export function scriptedEngine(
  say: (seconds: number, call: number) => Partial<Recognition> | Promise<Partial<Recognition>>,
  options: Partial<Pick<SpeechEngine, 'supports' | 'multilingual'>> & { id?: string } = {},
): SpeechEngine & { asked: Asked[]; disposed: number } {
  const engine = {
    info: { id: options.id ?? 'scripted', version: '1' },
    supports: options.supports ?? { language: true, prompt: true, translation: true },
    multilingual: options.multilingual ?? true,
    asked: [] as Asked[],
    disposed: 0,
    async recognize(samples: Float32Array, hearing: RecognitionOptions): Promise<Recognition> {
      const seconds = samples.length / 16_000;
      engine.asked.push({ ...hearing, seconds });
      return { words: [], language: 'en', timesEstimated: false, ...(await say(seconds, engine.asked.length)) };
    },
    async dispose() {
      engine.disposed++;
    },
  };
  return engine;
}

const SYLLABLES = ['ba', 'ko', 'li', 'mun', 'tes', 'ra', 'fi', 'gor', 'sol', 'wen', 'ku', 'dam'];

/** Two distinct words per second, as in speech. */
export function evenWords(seconds: number, name = ''): Recognition['words'] {
  return Array.from({ length: Math.floor(seconds * 2) }, (_, i) => ({
    text: `${name}${[7, 5, 11].map((step) => SYLLABLES[(i * step + Math.floor(i / step)) % 12]).join('')}${i % 8 === 7 ? '.' : ''}`,
    start: i / 2,
    end: i / 2 + 0.4,
  }));
}
