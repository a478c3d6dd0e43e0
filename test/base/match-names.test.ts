import { expect, test } from 'vitest';
import { matchNames } from '../../src/base/match-names.ts';

test('matches a whole name, else words of it, and an alias as a whole', () => {
  const matched = (name: string, ...names: (string | null)[]) =>
    matchNames(
      names.map((own, i) => ({ name: own, number: i + 1 })),
      name,
      ({ number }) => [`Person ${number}`, `Face ${number}`],
    ).map((one) => one.number);
  expect(matched('ada', 'Ada Lovelace', 'Adam', 'Ada Smith')).toEqual([1, 3]);
  expect(matched('ada', 'Ada Lovelace', 'Ada')).toEqual([2]);
  expect(matched('LOVELACE ada', 'Ada Lovelace', 'Ada')).toEqual([1]);
  expect(matched('katharina', 'Dr. Anna-Katharina Vogel')).toEqual([1]);
  expect(matched('eloise', 'Éloïse')).toEqual([1]);
  expect(matched('person 2', 'Ada', null)).toEqual([2]);
  expect(matched('face 1', 'Ada', null)).toEqual([1]);
  expect(matched('person', 'Ada', null)).toEqual([]);
  expect(matched('', 'Ada', null)).toEqual([]);
});
