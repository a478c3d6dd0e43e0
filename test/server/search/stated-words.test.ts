import { expect, test } from 'vitest';
import { typedWords } from '../../../src/server/search/stated-words.ts';

test.each([
  ['Interview mit Anna', ['Anna']],
  ['Anna', ['Anna']],
  ['Ellen Brandt', ['Ellen', 'Brandt']],
  ['Der Sturm', ['Der']],
  ['wer hat das Tor geschossen', []],
  ['Bericht über einen Unfall in Berlin', ['Berlin']],
])('names of “%s”', (text, names) => {
  expect(typedWords(text).flatMap(({ word, isName }) => (isName ? [word] : []))).toEqual(names);
});
