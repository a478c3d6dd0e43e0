import { expect, it } from 'vitest';
import { tracksToHear } from '../../../src/media/audio/heard-tracks.ts';

const apart = () => ({ seconds: 0, correlation: 0 });
const tiers = { own: [1, 2, 3], languages: [4, 5], others: [6] };
const active = (speech: Record<number, number>) =>
  Object.entries(speech).map(([number, speechSeconds]) => ({
    number: Number(number),
    soundSeconds: 60,
    speechSeconds,
  }));

it.each([
  ['those that carry speech', { 1: 0, 2: 30, 3: 4, 4: 30 }, [2, 3]],
  ['all of the recording without speech', { 1: 0, 2: 0.4, 4: 0.5, 6: 30 }, [1, 2]],
  ['another language that carries speech where the main one does not', { 1: 0, 4: 0, 5: 20, 6: 30 }, [5]],
  ['one of the other languages only', { 4: 20, 5: 20 }, [4]],
  ['commentary where there is nothing else', { 6: 30 }, [6]],
])('hears %s', (_, speech, heard) => {
  expect(tracksToHear(tiers, active(speech), apart)).toEqual(heard);
});

it('hears silent tracks for what follows', () => {
  expect(tracksToHear(tiers, [{ number: 1, soundSeconds: 0, speechSeconds: 0 }], apart)).toEqual([1]);
});

it.each([
  ['two microphones of one room', 50, 0.9, [1, 2]],
  ['a dub without a stated language', 50, 0.1, [1]],
  ['people who interrupt each other', 10, 0, [1, 2]],
  ['too little to tell', 2, 0, [1, 2]],
])('compares simultaneous speech: %s', (_, seconds, correlation, heard) => {
  const speech = seconds < 4 ? { 1: 2.5, 2: 2.5 } : { 1: 60, 2: 60 };
  expect(tracksToHear(tiers, active(speech), () => ({ seconds, correlation }))).toEqual(heard);
});
