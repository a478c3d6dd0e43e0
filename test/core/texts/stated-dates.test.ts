import { expect, test } from 'vitest';
import { datesIn } from '../../../src/core/texts/stated-dates.ts';

test.each([
  'May 3',
  'on May 3rd,',
  'May the third',
  'the third of May',
  '3 May',
  'am 3. Mai',
  'am dritten Mai',
  'le 3 mai',
  'el 3 de mayo',
  '3.5.',
])('%s is a day without a year', (text) => {
  expect(datesIn(text)).toMatchObject([{ day: '05-03', year: null }]);
});

test.each(['May 3, 2026', '3. Mai 2026', '2026-05-03', '3.5.2026', 'the 3rd of May 2026'])('%s has a year', (text) => {
  expect(datesIn(text)).toMatchObject([{ day: '05-03', year: 2026 }]);
});

test.each(['version 1.13.4', 'Marching bands', 'the 45th of May', '2026-13-01'])('%s is no day', (text) => {
  expect(datesIn(text)).toEqual([]);
});
