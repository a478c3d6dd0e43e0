import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { concat, type Sound, silence } from '../../test/fixtures/sounds.ts';
import { readSound } from './read-sound.ts';

/** Root under which the Debian packages are unpacked or installed. */
const ROOT = join(process.env['REELSCOPE_BENCH_SOUNDS'] ?? '/', 'usr/share');
const RATE = 16_000;
const PAUSE = 0.4;
const MIN_SECONDS = 10;
const MAX_SECONDS = 15;

/** A recording of human voices in one language. */
export interface SpokenRecording {
  /** ISO 639-1 code. */
  language: string;
  sound: Sound;
}

/** A package with speech in known languages. */
export interface SpokenCorpus {
  name: string;
  folder: string;
  /** Files of each voice, by their paths in the folder. */
  voices: readonly (readonly [language: string, files: RegExp])[];
}

/** Names of letters and symbols, all that the package has in Lithuanian, are the same in many languages. */
const descriptionsOf = (suffix: string): [string, RegExp] => [
  suffix.slice(0, 2),
  new RegExp(`^(?!symbols/).*_desc${suffix === 'en' ? '' : `_${suffix}`}\\.(ogg|wav)$`),
];
/** Digits and letters are single words. */
const promptsOf = (language: string, voice: string): [string, RegExp] => [
  language,
  new RegExp(`^${voice}/(?!digits|letters|phonetic|silence).*\\.wav$`),
];

export const SPOKEN_CORPORA: readonly SpokenCorpus[] = [
  {
    name: 'tuxpaint-stamps-default',
    folder: join(ROOT, 'tuxpaint/stamps'),
    voices: ['be', 'bg', 'ca', 'da', 'el', 'en', 'es', 'fr', 'nl', 'pt_BR', 'ro', 'ru'].map(descriptionsOf),
  },
  {
    name: 'ktuberling-data',
    folder: join(ROOT, 'ktuberling/sounds'),
    voices: [
      'ca',
      'da',
      'de',
      'el',
      'en',
      'es',
      'fi',
      'fr',
      'gl',
      'it',
      'lt',
      'nl',
      'pt',
      'ro',
      'ru',
      'sl',
      'sv',
      'uk',
    ].map((language) => [language, new RegExp(`^${language}/.*\\.(ogg|wav)$`)] as const),
  },
  {
    name: 'asterisk-core-sounds-{en,es,fr,it,ru}-wav',
    folder: join(ROOT, 'asterisk/sounds'),
    voices: [
      promptsOf('en', 'en_US_f_Allison'),
      promptsOf('es', 'es_MX_f_Allison'),
      promptsOf('fr', 'fr_CA_f_June'),
      promptsOf('it', 'it_IT_f_Menardi'),
      promptsOf('it', 'it_IT_m_Carlo'),
      promptsOf('ru', 'ru_RU_f_IvrvoiceRU'),
    ],
  },
];

export const hasCorpus = ({ folder }: SpokenCorpus): boolean => existsSync(folder);

/** Sentences and words of each voice, joined to recordings of 10 to 15 s. */
export async function* spokenRecordings(corpus: SpokenCorpus, perVoice: number): AsyncGenerator<SpokenRecording> {
  const all = readdirSync(corpus.folder, { recursive: true, encoding: 'utf8' });
  for (const [language, pattern] of corpus.voices) {
    const files = all
      .filter((file) => pattern.test(file))
      .sort((a, b) => shuffle(basename(a)) - shuffle(basename(b)))
      .map((file) => join(corpus.folder, file));
    for (let i = 0; i < perVoice; i++) {
      const sound = await join10to15(files);
      if (sound) yield { language, sound };
    }
  }
}

/** Takes files from the front until they make a recording; null if there are too few. */
async function join10to15(files: string[]): Promise<Sound | null> {
  const parts: Sound[] = [];
  let seconds = 0;
  for (let file = files.shift(); file !== undefined && seconds < MIN_SECONDS; file = files.shift()) {
    const sound = await readSound(file).catch(() => null);
    const length = (sound?.length ?? 0) / RATE;
    if (!sound || seconds + length > MAX_SECONDS) continue;
    parts.push(sound, silence(PAUSE, RATE));
    seconds += length;
  }
  return seconds >= MIN_SECONDS ? concat(...parts) : null;
}

/** An order that has nothing to do with the subjects of the files, and is the same everywhere (FNV-1a). */
function shuffle(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  return hash;
}
