import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../test/fixtures/random.ts';
import { concat, mix, pinkNoise, type Sound, silence } from '../../test/fixtures/sounds.ts';
import { isPlainSpeech, SPEECH_FOLDERS } from './labeled-sounds.ts';
import { mediaFolder } from './media-folder.ts';
import { readSound } from './read-sound.ts';
import { say } from './say.ts';

const RATE = 16_000;
const SECONDS = 75;
/** Of a prompt with words in it. */
const MIN_BYTES = 8000;
const WORDS =
  'river stone market window seven orange letter silver morning engine captain garden winter table music forty people bridge doctor summer ocean paper station yellow mountain number coffee station driver history'.split(
    ' ',
  );
const VOICES = ['en-us', 'de', 'fr', 'es', 'en-gb+f3', 'it'];

/** Sound of an event: {@link SECONDS} or less at 16 kHz. */
export interface Scene {
  kind: string;
  sound: Sound;
}

/** Scenes of one seed, none like another; those of other seeds have the same kinds of sources. */
export async function scenesOf(seed: number): Promise<Scene[]> {
  const made = [
    { kind: 'recorded clips', sound: await clips(seed) },
    { kind: 'recorded speech', sound: await recordedSpeech(seed) },
    { kind: 'reading', sound: await reading('espeak-ng', VOICES[seed % VOICES.length]!, seed) },
    { kind: 'reading', sound: await reading('flite', 'slt', seed) },
    { kind: 'music', sound: musicOf(seed) },
  ];
  const scenes = made.flatMap(({ kind, sound }) => (sound ? [{ kind, sound }] : []));
  const talk = scenes.find(({ kind }) => kind === 'reading')?.sound;
  const song = musicOf(seed + 500).map((sample) => sample * 0.5);
  return talk ? [...scenes, { kind: 'talk over music', sound: mix(talk, song) }] : scenes;
}

/** The shared clips in the order of a seed; their sound is that of all seeds. */
async function clips(seed: number): Promise<Sound | null> {
  // The sound of the videos beside them is silent, or nearly so: nothing to compare.
  const files = ['jfk.flac', '../real-models/two-cities.flac']
    .map((file) => join(mediaFolder(), file))
    .filter(existsSync);
  if (files.length === 0) return null;
  const sounds = await Promise.all(files.map(readSound));
  const random = seededRandom(seed);
  return withPauses(shuffled(sounds, random), random);
}

/** Prompts of one voice; each seed has its own. */
async function recordedSpeech(seed: number): Promise<Sound | null> {
  const folder = SPEECH_FOLDERS.filter(existsSync)[seed % SPEECH_FOLDERS.length];
  if (!folder) return null;
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.wav') && isPlainSpeech(file) && statSync(join(folder, file)).size > MIN_BYTES,
  );
  const random = seededRandom(7);
  const own = shuffled(files, random).filter((_, i) => i % 8 === seed % 8);
  return cut(withPauses(await Promise.all(own.slice(0, 40).map((file) => readSound(join(folder, file)))), random));
}

/** Sentences of random words, in an order of each seed's own. */
async function reading(program: 'espeak-ng' | 'flite', voice: string, seed: number): Promise<Sound | null> {
  const random = seededRandom(100 + seed);
  const sentence = () =>
    `${Array.from({ length: 6 + Math.floor(random() * 6) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')}.`;
  const sound = await say(program, voice, Array.from({ length: 22 }, sentence).join(' '));
  return sound && cut(sound);
}

/** Notes and drums at a steady beat, as different from seed to seed as music in one style is. */
export function musicOf(seed: number): Sound {
  const random = seededRandom(900 + seed);
  const out = pinkNoise(SECONDS, RATE, seed, 0.002);
  const drum = pinkNoise(1, RATE, seed + 1, 0.6);
  const beatSeconds = 0.2 + 0.1 * random();
  for (let beat = 0; beat * beatSeconds < SECONDS; beat++) {
    const at = Math.round(beat * beatSeconds * RATE);
    if (random() < (beat % 4 === 0 ? 0.9 : 0.35)) {
      const strength = 0.3 + 0.5 * random();
      for (let i = 0; i < 4000 && at + i < out.length; i++) out[at + i]! += drum[i]! * strength * Math.exp(-i / 800);
    }
    if (random() < 0.5) continue;
    const hertz = 110 * 2 ** (Math.floor(random() * 30) / 12);
    for (let i = 0; i < 12_000 && at + i < out.length; i++) {
      const turn = (2 * Math.PI * hertz * i) / RATE;
      out[at + i]! += 0.15 * (Math.sin(turn) + Math.sin(2 * turn) / 2 + Math.sin(3 * turn) / 3) * Math.exp(-i / 5000);
    }
  }
  return out;
}

function withPauses(sounds: readonly Sound[], random: () => number): Sound {
  return concat(...sounds.flatMap((sound) => [sound, silence(0.2 + random(), RATE)]));
}

function cut(sound: Sound): Sound {
  return sound.subarray(0, SECONDS * RATE);
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
