import { expect, test } from 'vitest';
import { statedNumbers } from '../../src/attribution/stated-numbers.ts';

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
