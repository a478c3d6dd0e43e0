import { expect, test } from 'vitest';
import { speakerText } from '../../../src/core/transcript/speaker-text.ts';

test('a speaker without a name has a number, in the language of the reader', () => {
  expect(['S1', 'S12'].map((label) => speakerText(label))).toEqual(['Speaker 1', 'Speaker 12']);
  expect(['de', 'de-AT', 'fr'].map((language) => speakerText('S2', language))).toEqual([
    'Sprecher 2',
    'Sprecher 2',
    'Speaker 2',
  ]);
  expect(['Anna', 'S', 'S0', 'S1 Berlin'].map((name) => speakerText(name))).toEqual(['Anna', 'S', 'S0', 'S1 Berlin']);
});
