import { expect, test } from 'vitest';
import { readSpeakerFilter } from '../../../src/core/query/speaker-filter.ts';

test.each([
  ['speaker:Anna budget', { text: 'budget', speaker: 'Anna' }],
  ['budget speaker:"Anna Meier"', { text: 'budget', speaker: 'Anna Meier' }],
  ['Sprecher:„Anna Meier“ Haushalt', { text: 'Haushalt', speaker: 'Anna Meier' }],
  ['the loudspeaker:is on', { text: 'the loudspeaker:is on', speaker: null }],
])('reads %j', (search, read) => {
  expect(readSpeakerFilter(search)).toEqual(read);
});
