import { expect, test } from 'vitest';
import { numbersIn, statedNumbers } from '../../../src/core/texts/stated-numbers.ts';

test.each([
  ['forty-two million pounds', [42_000_000]],
  ['42 Millionen, 42.000.000 and 42,000,000', [42_000_000]],
  ['one hundred and twenty beds', [120]],
  ['two thousand words and three goals', [2000, 3]],
  ['siebenunddreißig Völker, achthundert Kilo, zweitausend Eier', [37, 800, 2000]],
  ['sieben Euro fünfzig', [7, 50]],
  ['7,50 € or 7.5', [7.5]],
  ['zweihundertdreiundzwanzig', [223]],
  ['nineteen degrees at 6', [19, 6]],
  ['one of the first seconds', []],
  ['no number', []],
])('%s', (text, values) => {
  expect([...statedNumbers(text)]).toEqual(values);
});

test.each([
  ['$42 Mio. and 42 Mrd.', [42_000_000, 42_000_000_000]],
  ['a million people, two point five percent', [1_000_000, 2.5]],
  ['in nineteen eighty-four and in twenty twenty-six', [1984, 2026]],
  ['neunzehnhundertvierundachtzig', [1984]],
  ['room seven. Twenty people', [7, 20]],
])('%s', (text, values) => {
  expect([...statedNumbers(text)]).toEqual(values);
});

test('words are no members of objects, nor numbers without end', () => {
  expect(numbersIn('the constructor has 3 of __proto__')).toMatchObject([{ value: 3 }]);
  expect(numbersIn('hundert'.repeat(20_000))).toEqual([]);
});
