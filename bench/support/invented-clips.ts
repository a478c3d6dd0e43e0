import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../test/fixtures/random.ts';
import { concat, mix, music, pinkNoise, type Sound, silence, sine, whiteNoise } from '../../test/fixtures/sounds.ts';
import { readSound } from './read-sound.ts';
import { say } from './say.ts';

const RATE = 16_000;

/** A clip with the extent of its speech. */
export interface InventedClip {
  name: string;
  sound: Sound;
  /** Seconds; words that start later are invented. Negative without speech. */
  spokenUntil: number;
  /** Maximum number of words until then. */
  said: number;
}

const none = (name: string, sound: Sound): InventedClip => ({ name, sound, spokenUntil: -1, said: 0 });
const quieter = (sound: Sound, factor: number): Sound => sound.map((sample) => sample * factor);
const tone = (hertz: number, seconds = 15) => sine(hertz, seconds, RATE, 0.4);

/** Short bursts of a sound at random times: knocks, claps, drops. */
function bursts(seconds: number, seed: number, each: (random: () => number) => Sound): Sound {
  const random = seededRandom(seed);
  const out = silence(seconds, RATE);
  for (let at = 0; at < seconds; at += 0.1 + random()) {
    const burst = each(random);
    const from = Math.round(at * RATE);
    burst.forEach((sample, i) => {
      if (from + i < out.length) out[from + i] = Math.max(-1, Math.min(1, out[from + i]! + sample));
    });
  }
  return out;
}

const decaying = (sound: Sound, perSecond: number): Sound =>
  sound.map((sample, i) => sample * Math.exp((-perSecond * i) / RATE));

/** A tone whose pitch moves from one frequency to another and back. */
function sweep(from: number, to: number, seconds: number): Sound {
  let phase = 0;
  return silence(seconds, RATE).map((_, i) => {
    const share = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (4 * RATE));
    phase += (2 * Math.PI * (from + (to - from) * share)) / RATE;
    return 0.4 * Math.sin(phase);
  });
}

function soundsWithoutSpeech(): InventedClip[] {
  const hum = mix(tone(50, 20), quieter(tone(100, 20), 0.5), quieter(tone(150, 20), 0.3));
  const clap = (random: () => number) => decaying(whiteNoise(0.15, RATE, Math.floor(random() * 1e6), 0.8), 40);
  const ring = concat(mix(tone(440, 1), tone(480, 1)), silence(2, RATE));
  const key = (a: number, b: number) => concat(mix(tone(a, 0.2), tone(b, 0.2)), silence(0.1, RATE));
  const keys = concat(key(697, 1209), key(770, 1336), key(852, 1477), key(941, 1336), key(697, 1477));
  return [
    none('silence, 10 s', silence(10, RATE)),
    none('silence, 60 s', silence(60, RATE)),
    none('one click in silence', concat(silence(8, RATE), new Float32Array([1, -1, 0.5]), silence(8, RATE))),
    none('tone 100 Hz', tone(100)),
    none('tone 440 Hz', tone(440)),
    none('tone 1 kHz', tone(1000)),
    none('tone 3 kHz', tone(3000)),
    none('two tones', mix(tone(220), tone(330))),
    none('beeps', concat(...Array.from({ length: 15 }, () => concat(tone(880, 0.4), silence(0.6, RATE))))),
    none('siren', sweep(500, 1500, 20)),
    none('slow sweep in the range of voices', sweep(90, 300, 20)),
    none('pink noise, loud', pinkNoise(20, RATE, 1, 0.8)),
    none('pink noise, quiet', pinkNoise(20, RATE, 2, 0.1)),
    none('pink noise, very quiet', pinkNoise(20, RATE, 3, 0.01)),
    none('white noise, loud', whiteNoise(20, RATE, 4, 0.6)),
    none('white noise, quiet', whiteNoise(20, RATE, 5, 0.02)),
    none('mains hum', hum),
    none('hum and noise', mix(quieter(hum, 0.5), pinkNoise(20, RATE, 6, 0.2))),
    none('music', music(20, RATE, 0.6)),
    none('music, quiet', music(20, RATE, 0.08)),
    none('music with noise', mix(music(20, RATE, 0.4), pinkNoise(20, RATE, 7, 0.3))),
    none(
      'music that fades out',
      music(20, RATE, 0.6).map((sample, i) => sample * (1 - i / (20 * RATE))),
    ),
    none('applause', mix(bursts(15, 8, clap), bursts(15, 9, clap), bursts(15, 10, clap))),
    none(
      'knocks',
      bursts(15, 11, () => decaying(sine(120, 0.2, RATE, 0.9), 25)),
    ),
    none('telephone ringing', concat(ring, ring, ring, ring)),
    none('telephone keys', concat(keys, silence(2, RATE), keys)),
    none(
      'pulsing engine',
      sine(35, 20, RATE, 0.6).map((sample, i) => sample * (0.6 + 0.4 * Math.sin(i / 700))),
    ),
  ];
}

/** Clips with speech: a reading whose first lines are followed by other sounds, and repeated or mixed lines. */
async function clipsWithSpeech(folder: string): Promise<InventedClip[]> {
  const reading = await readSound(join(folder, 'two-cities.flac'));
  const text = readFileSync(join(folder, 'two-cities.txt'), 'utf8').replaceAll('--', ' ').split(/\s+/);
  // The first two sentences: 24 words until 8.2 s.
  const spoken = reading.subarray(0, 8.3 * RATE);
  const words = text.slice(0, 24).length;
  const after = (name: string, sound: Sound): InventedClip => ({
    name: `speech, then ${name}`,
    sound: concat(spoken, sound),
    spokenUntil: 8.4,
    said: words,
  });
  const sentence = reading.subarray(0.6 * RATE, 4.6 * RATE);
  const fade = music(25, RATE, 0.5).map((sample, i) => sample * (1 - i / (25 * RATE)));
  return [
    after('40 s of silence', silence(40, RATE)),
    after('pink noise', pinkNoise(30, RATE, 20, 0.2)),
    after('quiet noise', pinkNoise(40, RATE, 21, 0.02)),
    after('music', music(25, RATE, 0.5)),
    after('music that fades out', fade),
    after(
      'applause',
      bursts(20, 22, () => decaying(whiteNoise(0.12, RATE, 5, 0.7), 40)),
    ),
    after('a hum', quieter(tone(50, 30), 0.5)),
    after('tones', concat(tone(440, 10), silence(5, RATE), tone(660, 10))),
    {
      name: 'a sentence said eight times',
      sound: concat(...Array.from({ length: 8 }, () => concat(sentence, silence(0.7, RATE)))),
      spokenUntil: 60,
      said: 8 * 12,
    },
    {
      name: 'a sentence said eight times without pauses',
      sound: concat(...Array.from({ length: 8 }, () => sentence)),
      spokenUntil: 60,
      said: 8 * 12,
    },
    {
      name: 'speech in noise, then noise',
      sound: mix(concat(spoken, silence(20, RATE)), pinkNoise(28.3, RATE, 23, 0.05)),
      spokenUntil: 8.6,
      said: words,
    },
  ];
}

/** Lines of two languages, spoken by espeak-ng if it is installed. */
async function languageFlips(): Promise<InventedClip[]> {
  const english = await say(
    'espeak-ng',
    'en-us',
    'Good morning everyone. Today we talk about the weather and about the work.',
  );
  const german = await say(
    'espeak-ng',
    'de',
    'Guten Morgen zusammen. Heute sprechen wir über das Wetter und über die Arbeit.',
  );
  if (!english || !german) return [];
  const seconds = (sound: Sound) => sound.length / RATE;
  return [
    {
      name: 'English, then silence and German',
      sound: concat(english, silence(4, RATE), german, silence(20, RATE)),
      spokenUntil: seconds(english) + 4.2 + seconds(german),
      said: 14 + 15,
    },
    {
      name: 'German, then noise and English',
      sound: concat(german, pinkNoise(15, RATE, 30, 0.2), english, silence(20, RATE)),
      spokenUntil: seconds(german) + 15.2 + seconds(english),
      said: 14 + 15,
    },
  ];
}

/** All clips that can be made here. @param folder with the recordings of bench/support/real-speech.ts */
export async function inventedClips(folder: string | undefined): Promise<InventedClip[]> {
  const spoken = folder && existsSync(join(folder, 'two-cities.flac')) ? await clipsWithSpeech(folder) : [];
  return [...soundsWithoutSpeech(), ...spoken, ...(await languageFlips())];
}
