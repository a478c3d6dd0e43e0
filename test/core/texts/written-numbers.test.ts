import { expect, test } from 'vitest';
import { writtenNumbers } from '../../../src/core/texts/written-numbers.ts';

const formsIn = (text: string) => writtenNumbers(text).map(({ forms }) => forms);

test.each([
  ['nine thousand dollars', ['9000', '9 thousand', '9 tausend', 'nine thousand', 'neuntausend']],
  ['$9,000', ['9000', '9 thousand', '9 tausend', 'nine thousand', 'neuntausend']],
  ['neuntausend', ['9000', '9 thousand', '9 tausend', 'nine thousand', 'neuntausend']],
  ['fourteen turbines', ['14', 'fourteen', 'vierzehn']],
  ['38 Mio.', ['38000000', '38 million', '38 millionen', 'thirty eight million', 'achtunddreißig millionen']],
  ['1.5 million', ['1500000', '1.5 million', '1.5 millionen']],
  ['500,000', ['500000', '500 thousand', '500 tausend', 'five hundred thousand', 'fünfhunderttausend']],
  ['9,250', ['9250']],
  ['1', ['1']],
])('%s is written as %j', (text, forms) => expect(formsIn(text)).toEqual([forms]));

test('neither words that are seldom numbers nor fractions have forms', () => {
  expect(formsIn('one second, 3.5 meters')).toEqual([]);
});

test.each(['08:17:25', '2026-11-18', '10.30.5', '007'])('%s is no number that has words', (text) =>
  expect(formsIn(text)).toEqual([]),
);

test('ranges of numbers are those in the text', () => {
  expect(writtenNumbers('It costs nine thousand.')[0]).toMatchObject({ start: 9, end: 22 });
});
