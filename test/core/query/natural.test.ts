import { expect, test } from 'vitest';
import { readQuestion } from '../../../src/core/query/natural.ts';

test.each([
  ['when does the speaker mention the budget while a car is seen', 'said:budget sees:car'],
  ['When does someone talk about the city budget?', 'said:"city budget"'],
  ['where is a dog visible', 'sees:dog'],
  ['when does Anna say taxes', 'speaker:Anna said:taxes'],
  ['when do they speak about taxes while you see vehicles', 'said:taxes sees:vehicles'],
  ['Wann erwähnt der Sprecher das Budget, während ein Auto zu sehen ist?', 'said:Budget sees:Auto'],
  ['wann spricht jemand über Steuern', 'said:Steuern'],
  ['wo ist ein Hund zu sehen', 'sees:Hund'],
  ['when does the camera zoom in', 'camera:"zoom in"'],
  ['a pan over a car', 'camera:pan sees:car'],
  ['a pan over the old market', 'camera:pan old market'],
  ['the camera pans left while the speaker mentions the budget', 'camera:"pan left" said:budget'],
  ['Wann schwenkt die Kamera nach rechts?', 'camera:"pan right"'],
  ['Schwenk über ein Auto', 'camera:pan sees:Auto'],
  ['handheld shots', 'camera:handheld'],
  ['when is there applause?', 'hears:applause'],
  ['when does a dog bark', 'hears:dog'],
  ['where is a siren heard while a car is seen', 'hears:siren sees:car'],
  ['wann hört man einen Hund', 'hears:Hund'],
  ['Wann gibt es Applaus?', 'hears:Applaus'],
  ['when do you hear breaking glass', 'hears:"breaking glass"'],
])('“%s” is %s', (question, query) => expect(readQuestion(question)).toBe(query));

test.each([
  'a red car at night',
  'pan',
  'a frying pan',
  'pan of soup',
  'still life',
  'zoom call',
  'who pays for the bridge?',
  'when is the sunset seen',
  'what did the president say about the country',
  'the man who speaks about his childhood in the mountains of Peru',
  'when does the quick brown engine mention budgets',
  'said:budget while a car is seen',
  'while',
  '"mention" the budget',
  'as seen on tv',
  'applause',
  'rain on a window',
  'when is there a dog',
  'when is there applause and taxes',
])('“%s” stays as it is', (question) => expect(readQuestion(question)).toBeNull());

const PEOPLE = ['Ada Lovelace', 'Bo', 'Éloïse', 'Auto', 'Person 3'];

test.each([
  ['when is Ada seen', 'person:Ada'],
  ['When is ada lovelace on screen?', 'person:"ada lovelace"'],
  ['where do Bo and Eloise appear together', 'person:Bo person:Eloise'],
  ['when does someone mention the budget while Bo is visible', 'said:budget person:Bo'],
  ['wann ist Bo im Bild zu sehen', 'person:Bo'],
  ['Wann tritt Ada mit Bo auf?', 'person:Ada person:Bo'],
  ['when is a car seen while Ada appears', 'sees:car person:Ada'],
  ['when is person 3 seen', 'person:"person 3"'],
  ['when is a person seen', 'sees:person'],
  ['when is person seen', 'sees:person'],
  // A person of this name is meant rather than a car.
  ['wann ist Auto zu sehen', 'person:Auto'],
])('“%s” is %s where these people are known', (question, query) => expect(readQuestion(question, PEOPLE)).toBe(query));

test.each(['when is Charles seen', 'when is Ada', 'when is Ada seen in Paris', 'ada lovelace seen by critics'])(
  '“%s” stays as it is',
  (question) => expect(readQuestion(question, PEOPLE)).toBeNull(),
);

test('nobody is looked for where no people are known', () => expect(readQuestion('when is Ada seen')).toBeNull());
