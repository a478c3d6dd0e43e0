import { describe, expect, it } from 'vitest';
import type { LanguageDetector } from '../../../src/models/speech/index.ts';
import {
  decideLanguage,
  languageChange,
  languageOfChunk,
  pooled,
} from '../../../src/modules/transcription/language.ts';

const RATE = 16_000;
/** Texts that are as like to their languages. */
const WRITTEN: Record<string, string> = {
  en: 'Good morning, today we talk about the weather and the new bridge.',
  de: 'Guten Morgen, heute sprechen wir über das Wetter und die neue Brücke.',
  nl: 'Goedemorgen, vandaag praten we over het weer en de nieuwe brug.',
  fr: 'Bonjour, nous parlons aujourd’hui du temps et du nouveau pont.',
  es: 'Buenos días, hoy hablamos del tiempo y del nuevo puente.',
  pt: 'Bom dia, hoje vamos falar sobre o tempo e sobre a nova ponte.',
};
const speech = (seconds: number) => new Float32Array(seconds * RATE);

/** A detector with given probabilities, and texts with their mean log probabilities. */
function detector(shares: Record<string, number>, texts: Record<string, number | [number, string]> = {}) {
  const compared: string[][] = [];
  const found: LanguageDetector = {
    probabilities: async () => new Map(Object.entries(shares)),
    texts: async (_, codes) => {
      compared.push([...codes]);
      return codes.map((code) => {
        const [logProbability, text] = [texts[code] ?? -2].flat() as [number, string?];
        return { text: text ?? WRITTEN[code] ?? '', logProbability };
      });
    },
  };
  return { ...found, compared };
}

describe('the language of a recording', () => {
  it('is a certain one at once', async () => {
    const clear = detector({ de: 0.95, en: 0.05 });
    expect(await decideLanguage(clear, speech(6), false)).toBe('de');
    expect(clear.compared).toEqual([]);
    // A second of speech is no evidence, at any probability.
    expect(await decideLanguage(clear, speech(1), false)).toBeNull();
  });

  it('waits for more speech, and is then that of the most plausible text', async () => {
    const close = detector({ en: 0.46, de: 0.39, nl: 0.15 }, { en: -0.76, de: -0.46, nl: -1.1 });
    expect(await decideLanguage(close, speech(6), false)).toBeNull();
    expect(await decideLanguage(close, speech(6), true)).toBe('de');
    expect(await decideLanguage(close, speech(28), false)).toBe('de');
    expect(close.compared[0]).toEqual(['en', 'de', 'nl']);
  });

  it('is not one whose text is nothing like it', async () => {
    // Portuguese of a synthetic voice, as Whisper writes it in each language.
    const unclear = detector(
      { fi: 0.3, en: 0.25, pt: 0.04 },
      {
        fi: [-1.15, 'On dia todus. Ovi, mums, faras, obrut, en puen, pouda, togalis, obra, nova, punti, en lii, poa.'],
        en: -1.9,
        pt: [-1.08, 'Bom dia, todos! Hoje vem o chá lá sobre o tempo em pude O galísobre a nova ponta inglês boa.'],
      },
    );
    expect(await decideLanguage(unclear, speech(9), true)).toBe('pt');
  });

  it('is Catalan if Spanish is likelier, but the text in Catalan is like Catalan', async () => {
    const spanish = 'Bona taza, una bola de Navidad, una camisa, una cebra, una manzana mordida, una chaqueta.';
    const catalan = 'Una tassa, una bola de nadal, una camisa, una zebra, una poma menjada, una jaqueta.';
    const likely = { es: 0.95, ca: 0.01 };
    expect(await decideLanguage(detector(likely, { ca: [-0.5, catalan] }), speech(9), false)).toBe('ca');
    expect(await decideLanguage(detector(likely, { ca: [-0.5, spanish] }), speech(9), false)).toBe('es');
    const chunk = detector(likely, { ca: [-0.8, catalan], es: -0.5 });
    expect(await languageOfChunk(chunk, speech(12), 'ca')).toBe('ca');
    const repeated = detector(likely, { ca: [Number.NEGATIVE_INFINITY, catalan] });
    expect(await decideLanguage(repeated, speech(9), false)).toBe('es');
  });

  it('is the more probable one of two with equally plausible texts', async () => {
    const relatives = detector({ es: 0.85, gl: 0.1, pt: 0.05 }, { es: -0.43, gl: -0.38, pt: -0.6 });
    expect(await decideLanguage(relatives, speech(13), true)).toBe('es');
  });

  it('is a seldom one only with a plausible text', async () => {
    const shares = { la: 0.5, pt: 0.4, en: 0.1 };
    expect(await decideLanguage(detector(shares, { la: -0.8, pt: -0.8, en: -1.8 }), speech(9), true)).toBe('pt');
    expect(await decideLanguage(detector({ cy: 0.97, en: 0.03 }, { cy: -0.4, en: -1 }), speech(9), true)).toBe('cy');
  });

  it('changes for a later chunk on strong evidence alone', async () => {
    const french = { fr: 0.97, de: 0.01 };
    const texts = { fr: -0.4, de: -0.9 };
    expect(await languageOfChunk(detector(french, texts), speech(12), 'de')).toBe('fr');
    expect(await languageOfChunk(detector(french, texts), speech(4), 'de')).toBe('de');
    expect(await languageOfChunk(detector(french, { fr: -0.8, de: -0.9 }), speech(12), 'de')).toBe('de');
    expect(await languageOfChunk(detector({ fr: 0.4, de: 0.6 }, texts), speech(12), 'de')).toBe('de');
  });

  it('changes where its own is doubtful and another yields a more plausible text', async () => {
    // German of a synthetic voice after English.
    const unclear = { la: 0.37, cy: 0.28, nn: 0.18, en: 0.06, de: 0.05 };
    const texts = { la: -1.4, cy: -1.5, nn: -1.2, en: -1.1, de: -0.6 };
    expect(await languageOfChunk(detector(unclear, texts), speech(12), 'en')).toBe('de');
    expect(await languageOfChunk(detector(unclear, { ...texts, de: -1 }), speech(12), 'en')).toBe('en');
    expect(await languageOfChunk(detector({ xx: 0.01 }), speech(12), 'en')).toBe('en');
  });
});

describe('a change of language within a chunk', () => {
  /** Speech whose languages are those of its values, each with the share of its samples. */
  const byValues: LanguageDetector = {
    async probabilities(samples) {
      const shares = new Map<string, number>();
      for (const value of samples) {
        const code = ['en', 'de', 'xx'][value]!;
        shares.set(code, (shares.get(code) ?? 0) + 1 / samples.length);
      }
      return shares;
    },
    texts: async () => [],
  };
  /** A chunk of parts, each with its seconds and value. */
  const chunkOf = (...parts: [seconds: number, value: number][]) => {
    let at = 0;
    const placed = parts.map(([seconds, value]) => {
      const samples = speech(seconds).fill(value);
      const part = { at, samples };
      at += samples.length;
      return part;
    });
    const samples = new Float32Array(at);
    for (const part of placed) samples.set(part.samples, part.at);
    return { samples, parts: placed.map((part) => ({ at: part.at })) };
  };

  it('is at the pause that parts them best', async () => {
    expect(await languageChange(byValues, chunkOf([3, 0], [3, 0], [3, 0], [4, 1], [5, 1]))).toEqual({
      part: 3,
      before: 'en',
      after: 'de',
    });
  });

  it.each<[string, ...[number, number][]]>([
    ['isn’t found in one language', [6, 0], [6, 0]],
    ['isn’t found before or after less than 4.5 s', [10, 0], [4, 1]],
    ['isn’t found where a side is in neither', [6, 0], [3, 1], [3, 2]],
    ['isn’t found for a sentence in another language', [6, 0], [5, 1], [6, 0]],
  ])('%s', async (_name, ...parts) => {
    expect(await languageChange(byValues, chunkOf(...parts))).toBeNull();
  });
});

it('pools up to 30 s of chunks', () => {
  const chunk = (seconds: number, value: number) => ({ samples: speech(seconds).fill(value) });
  const one = chunk(5, 1);
  expect(pooled([one])).toBe(one.samples);
  const pool = pooled([one, chunk(22, 2), chunk(20, 3)]);
  expect(pool).toHaveLength(30 * RATE);
  expect([pool[0], pool[6 * RATE], pool[28 * RATE]]).toEqual([1, 2, 3]);
});
