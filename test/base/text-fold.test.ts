import { expect, test } from 'vitest';
import { foldLetters, foldText, foldWord } from '../../src/base/text-fold.ts';

test.each([
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Crème Brûlée', 'creme brulee'],
  ['İzmir', 'izmir'],
  ['ＡＢＣ ①', 'abc 1'],
  ['ﬁne', 'fine'],
  ['Ёлка', 'елка'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  // Vowel signs of Indic scripts and voiced kana are letters, not accents.
  ['हिन्दी', 'हिन्दी'],
  ['ガイド', 'ガイド'],
  ['한국어', '한국어'],
])('foldText(%j) returns %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

test('foldLetters keeps letters and digits only', () => {
  expect(foldLetters('Coca-Cola®  No. 5')).toBe('cocacolano5');
  expect(foldLetters('NESTLÉ')).toBe(foldLetters('Nestle\u0301'));
});

test('foldWord keeps accents that distinguish words and unifies apostrophes', () => {
  expect(foldWord('Schön')).toBe('schön');
  expect(foldWord('Don’t')).toBe("don't");
});
