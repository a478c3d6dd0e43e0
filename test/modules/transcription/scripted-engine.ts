import type { Heard, HearingOptions, SpeechEngine } from '../../../src/models/whisper/index.ts';

/** What a scripted engine was asked. */
export interface Asked extends HearingOptions {
  seconds: number;
}

/** A speech engine that says what a test wants. */
export function scriptedEngine(
  say: (seconds: number, call: number) => Partial<Heard> | Promise<Partial<Heard>>,
  options: Partial<Pick<SpeechEngine, 'takes' | 'multilingual'>> & { id?: string } = {},
): SpeechEngine & { asked: Asked[]; disposed: number } {
  const engine = {
    info: { id: options.id ?? 'scripted', version: '1' },
    takes: options.takes ?? { language: true, prompt: true },
    multilingual: options.multilingual ?? true,
    asked: [] as Asked[],
    disposed: 0,
    async recognise(samples: Float32Array, hearing: HearingOptions): Promise<Heard> {
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

/** One word a half second, none like the next, as in speech. */
export function evenWords(seconds: number, name = ''): Heard['words'] {
  return Array.from({ length: Math.floor(seconds * 2) }, (_, i) => ({
    text: `${name}${[7, 5, 11].map((step) => SYLLABLES[(i * step + Math.floor(i / step)) % 12]).join('')}${i % 8 === 7 ? '.' : ''}`,
    start: i / 2,
    end: i / 2 + 0.4,
  }));
}
