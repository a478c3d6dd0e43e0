import { expect, test } from 'vitest';
import { readQuestion } from '../../../src/contract/query/natural.ts';

test.each([
  ['when does the speaker mention the budget while a car is seen', 'said:budget sees:car'],
  ['When does someone talk about the city budget?', 'said:"city budget"'],
  ['where is a dog visible', 'sees:dog'],
  ['when does Anna say taxes', 'speaker:Anna said:taxes'],
  ['when do they speak about taxes while you see vehicles', 'said:taxes sees:vehicles'],
  ['Wann erwähnt der Sprecher das Budget, während ein Auto zu sehen ist?', 'said:Budget sees:Auto'],
  ['wann spricht jemand über Steuern', 'said:Steuern'],
  ['wo ist ein Hund zu sehen', 'sees:Hund'],
])('“%s” is %s', (question, query) => expect(readQuestion(question)).toBe(query));

test.each([
  'a red car at night',
  'who pays for the bridge?',
  'when is the sunset seen',
  'what did the president say about the country',
  'the man who speaks about his childhood in the mountains of Peru',
  'when does the quick brown engine mention budgets',
  'said:budget while a car is seen',
  'while',
  '"mention" the budget',
  'as seen on tv',
])('“%s” stays as it is', (question) => expect(readQuestion(question)).toBeNull());
