import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { concat, type Sound, silence } from '../../test/fixtures/sounds.ts';
import { readSound } from './read-sound.ts';

/** Folder in which Debian's package `tuxpaint-stamps-default` is unpacked or installed. */
const STAMPS = join(process.env['REELSCOPE_BENCH_SOUNDS'] ?? '/', 'usr/share/tuxpaint/stamps');
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

/** Languages of the spoken descriptions, by the suffix of their files. */
const LANGUAGES = ['be', 'bg', 'ca', 'da', 'el', 'en', 'es', 'fr', 'lt', 'nl', 'pt_BR', 'ro', 'ru'];

/** Descriptions in each language, joined to recordings of 10 to 15 s. */
export async function* spokenRecordings(perLanguage: number): AsyncGenerator<SpokenRecording> {
  const all = readdirSync(STAMPS, { recursive: true, encoding: 'utf8' });
  for (const suffix of LANGUAGES) {
    const own = all
      .filter((file) => new RegExp(suffix === 'en' ? '_desc\\.(ogg|wav)$' : `_desc_${suffix}\\.(ogg|wav)$`).test(file))
      .sort((a, b) => shuffle(basename(a)) - shuffle(basename(b)));
    for (let i = 0; i < perLanguage; i++) {
      const sound = await join10to15(own);
      if (sound) yield { language: suffix.slice(0, 2), sound };
    }
  }
}

export const hasSpokenRecordings = (): boolean => existsSync(STAMPS);

/** Takes files from the front until they make a recording; null if there are too few. */
async function join10to15(files: string[]): Promise<Sound | null> {
  const parts: Sound[] = [];
  let seconds = 0;
  for (let file = files.shift(); file !== undefined && seconds < MIN_SECONDS; file = files.shift()) {
    const sound = await readSound(join(STAMPS, file)).catch(() => null);
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
