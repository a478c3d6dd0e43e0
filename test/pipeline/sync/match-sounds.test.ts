import { expect, test } from 'vitest';
import { matchSounds } from '../../../src/core/sync/match.ts';
import { createFeatureMeter } from '../../../src/pipeline/sync/measure-features.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { concat, pinkNoise, type Sound, silence, whiteNoise } from '../../fixtures/sounds.ts';

const RATE = 16_000;

/** Knocks at random times over quiet noise. */
function knocks(seconds: number, seed: number): Sound {
  const random = seededRandom(seed);
  const sound = pinkNoise(seconds, RATE, seed, 0.01);
  const knock = whiteNoise(0.2, RATE, seed + 1, 0.5);
  for (let at = 0; at < sound.length; at += Math.round((0.1 + 0.5 * random()) * RATE)) {
    const strength = 0.2 + 0.8 * random();
    for (let i = 0; i < knock.length && at + i < sound.length; i++)
      sound[at + i]! += strength * knock[(i * 7 + at) % knock.length]! * Math.exp(-i / 900);
  }
  return sound;
}

function features(samples: Sound) {
  const meter = createFeatureMeter();
  meter.onAudio?.({ time: 0, samples });
  return meter.finish();
}

const noisy = (sound: Sound, seed: number, level: number) => {
  const noise = whiteNoise(sound.length / RATE, RATE, seed, level);
  return sound.map((sample, i) => sample + noise[i]!);
};
const scene = knocks(14, 1);

test.each([
  ['five seconds of overlap', [0, 9], [4, 14], 4],
  ['a part of the other, the later one first', [4.5, 10], [0, 14], -4.5],
] as const)('An offset is exact to a millisecond: %s', (_name, [from, to], [start, end], offset) => {
  const part = (a: number, b: number) => scene.slice(a * RATE, b * RATE);
  const match = matchSounds(features(noisy(part(from, to), 5, 0.05)), features(noisy(part(start, end), 6, 0.1)));
  expect(match?.offset).toBeCloseTo(offset, 3);
  expect(match?.confidence).toBeGreaterThan(0.5);
});

const whole = features(scene);

test.each([
  ['other sound', features(knocks(6, 3))],
  ['noise', features(whiteNoise(5, RATE, 4))],
  ['silence', features(silence(12, RATE))],
  ['too little', features(scene.slice(0, 2 * RATE))],
  ['nothing', features(silence(0, RATE))],
])('Recordings without common sound do not match: %s', (_name, other) => {
  expect(matchSounds(whole, other)).toBeNull();
});

test('Silence on both sides is nothing in common', () => {
  const padded = (sound: Sound) => Float32Array.from([...silence(4, RATE), ...sound]);
  expect(matchSounds(features(padded(knocks(4, 8))), features(padded(knocks(4, 9))))).toBeNull();
});

test('Readings by one synthetic voice, whose words have the same waveform, are no recordings of one event', () => {
  const words = Array.from({ length: 40 }, (_, word) => pinkNoise(0.25 + (word % 7) * 0.06, RATE, 100 + word, 0.6));
  const reading = (seed: number) => {
    const random = seededRandom(seed);
    const pick = () => [words[Math.floor(random() * words.length)]!, silence(0.03 + random() * 0.15, RATE)];
    return features(concat(...Array.from({ length: 30 }, pick).flat()));
  };
  expect(matchSounds(reading(1), reading(2))).toBeNull();
});

test('Two programs that share a song are not recordings of one event', () => {
  const song = knocks(12, 21);
  const program = (seed: number, before: number) => concat(knocks(before, seed), song, knocks(24 - before, seed + 1));
  expect(matchSounds(features(program(30, 9)), features(noisy(program(40, 14), 7, 0.02)))).toBeNull();
});

test('Pauses in which both hear only themselves do not part recordings of one event', () => {
  const quiet = (sound: Sound, seed: number) => noisy(sound, seed, 0.01);
  const scene = concat(knocks(9, 50), silence(8, RATE), knocks(9, 51));
  const match = matchSounds(features(quiet(scene, 5)), features(quiet(scene.slice(2 * RATE), 6)));
  expect(match?.offset).toBeCloseTo(2, 2);
});
