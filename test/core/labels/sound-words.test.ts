import { expect, test } from 'vitest';
import { SOUND_GROUPS, SOUND_LABELS } from '../../../src/core/labels/sound-labels.ts';
import { soundsOfWord } from '../../../src/core/labels/sound-words.ts';

test('everyday words stand for sounds, in English and German', () => {
  expect(soundsOfWord('clapping')).toEqual(['applause']);
  expect(soundsOfWord('Hunde')).toEqual(['dog']);
  expect(soundsOfWord('Gunshots')).toEqual(['gunshot-like bang']);
  expect(soundsOfWord('MUSIK')).toEqual(['music or noise']);
  expect(soundsOfWord('vehicle')).toEqual(SOUND_GROUPS.find(({ key }) => key === 'vehicles')!.labels);
  expect(soundsOfWord('Fahrzeug')).toContain('siren');
  expect(soundsOfWord('budget')).toEqual([]);
});

test('each sound has its name, and stands in one group', () => {
  for (const label of SOUND_LABELS) expect(soundsOfWord(label)).toContain(label);
  expect(new Set(SOUND_LABELS).size).toBe(SOUND_LABELS.length);
});
