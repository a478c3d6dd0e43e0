import { expect, test } from 'vitest';
import { withoutBackdrop } from '../../../../../src/renderer/features/video/findings/backdrop.ts';
import { segment } from '../segment.ts';

const ALL = { modules: [], text: '' };
const sound = segment(0, 60, 'Speech', 'audioevents');
const whole = segment(0, 100, 'One chapter', 'chapters');
const person = segment(0, 100, 'person');
const shot = segment(0, 40, 'Shot 1', 'scenes');
const applause = segment(5, 8, 'Applause', 'audioevents');
const all = [sound, applause, whole, person, shot];

test('sound and whole-length chapters are left out, whole-length objects are not', () => {
  expect(withoutBackdrop(all, 100, ALL, null)).toEqual([person, shot]);
});

test('they are listed if filtered by type or text, or opened', () => {
  expect(withoutBackdrop(all, 100, { modules: ['audioevents'], text: '' }, null)).toContain(sound);
  expect(withoutBackdrop(all, 100, { modules: [], text: 'speech' }, null)).toBe(all);
  expect(withoutBackdrop(all, 100, ALL, whole.id)).toEqual([whole, person, shot]);
});

test('they are listed if nothing else was found', () => {
  const only = [sound, applause, whole];
  expect(withoutBackdrop(only, 100, ALL, null)).toBe(only);
});
