import { expect, test } from 'vitest';
import { SOUND_LABELS } from '../../../src/core/labels/sound-labels.ts';
import { SoundEvidence } from '../../../src/modules/audioevents/named-sounds.ts';
import { SOUND_RULES } from '../../../src/modules/audioevents/sound-classes.ts';

const CLASSES = [...new Set(SOUND_LABELS.flatMap((label) => [...SOUND_RULES[label].classes, 'Noise']))].concat(
  'White noise',
  'Pink noise',
  'Static',
);

/** Sounds in patches of probabilities by class, 0.48 s apart; the recording ends with the last patch. */
function soundsIn(
  patches: readonly Readonly<Record<string, number>>[],
  silences: readonly { start: number; end: number }[] = [],
) {
  const evidence = new SoundEvidence(CLASSES);
  evidence.add(patches.map((patch) => Float32Array.from(CLASSES, (name) => patch[name] ?? 0)));
  return evidence
    .sounds(0.48 * (patches.length + 1), silences)
    .map(({ label, start, end }) => [label, Number(start.toFixed(2)), Number(end.toFixed(2))]);
}

const nothing = (count: number) => Array.from({ length: count }, () => ({}));

test('finds a sound from its threshold on, and follows it down to half of that', () => {
  expect(soundsIn([...nothing(4), { Bark: 0.2 }, { Bark: 0.6 }, { Bark: 0.14 }, ...nothing(4)])).toEqual([
    ['dog', 2.16, 3.6],
  ]);
  expect(soundsIn([{ Bark: 0.2 }, { Bark: 0.24 }])).toEqual([]);
});

test('reaches to the edges of the recording', () => {
  expect(soundsIn([{ Rain: 0.9 }, { Rain: 0.9 }, { Rain: 0.9 }])).toEqual([['rain', 0, 1.92]]);
});

test('joins what is repeated, and separates what is not', () => {
  const bark = { Dog: 0.8 };
  expect(soundsIn([bark, ...nothing(3), bark, ...nothing(8), bark])).toEqual([
    ['dog', 0, 2.64],
    ['dog', 6.48, 7.2],
  ]);
});

test('names one sound of a group at a time, the special before the generic', () => {
  expect(soundsIn([{ Horse: 0.5, Moo: 0.7 }])).toEqual([['cow', 0, 0.96]]);
  expect(soundsIn([{ Siren: 0.7, Car: 0.9, Engine: 0.8 }])).toEqual([['siren', 0, 0.96]]);
  expect(soundsIn([{ Siren: 0.1, Car: 0.9 }])).toEqual([['road traffic', 0, 0.96]]);
  expect(soundsIn([{ Siren: 0.7, Bark: 0.7 }])).toEqual([
    ['dog', 0, 0.96],
    ['siren', 0, 0.96],
  ]);
});

test('leaves out water that is more likely noise', () => {
  expect(soundsIn([{ Waterfall: 0.5, 'Pink noise': 0.6 }])).toEqual([]);
  expect(soundsIn([{ Waterfall: 0.5, 'Pink noise': 0.4 }])).toEqual([['water', 0, 0.96]]);
});

test('begins and ends at silence, which also separates', () => {
  const bark = { Bark: 0.8 };
  const twice = [bark, bark, ...nothing(3), bark, bark];
  expect(soundsIn(twice)).toEqual([['dog', 0, 3.84]]);
  expect(soundsIn(twice, [{ start: 0.7, end: 3 }])).toEqual([
    ['dog', 0, 0.7],
    ['dog', 3, 3.84],
  ]);
  expect(soundsIn(twice, [{ start: 0.05, end: 4 }])).toEqual([]);
});

test('names a genre only of a passage', () => {
  const jazz = { Jazz: 0.8 };
  expect(soundsIn([...nothing(30), jazz, jazz, jazz, ...nothing(30)])).toEqual([]);
  expect(soundsIn(Array.from({ length: 40 }, () => jazz))).toEqual([['jazz', 0, 19.68]]);
});

test('refuses a recognizer without a class of its rules', () => {
  expect(() => new SoundEvidence(['Speech'])).toThrow('has no class Laughter');
});
