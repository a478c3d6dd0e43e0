import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPhrase, phraseText } from '../../../src/base/words/phrases.ts';
import { readWords } from '../../../src/base/words/read-words.ts';
import { alternativesOf } from '../../../src/db/text-index/term-counts.ts';
import { isExact, parseQuery, satisfies } from '../../../src/server/search/query.ts';
import { EXTENDED, WHOLE } from '../../fixtures/extended.ts';

const termsIn = (text: string) => parseQuery(text).terms.map(({ pattern }) => alternativesOf(pattern)[0]);
const phrasesIn = (text: string) => parseQuery(text).phrases.map((phrase) => phrase.map((word) => word.text));

test('parses words to distinct terms, and quotes of any kind to phrases', () => {
  expect(termsIn('The dogs, the DOG!')).toEqual(['dog']);
  expect(parseQuery('The dogs, the DOG!')).toMatchObject({ phrases: [], lastWord: null });
  // Function words count only if there are no other words, or in quotes.
  expect(termsIn('the who')).toEqual(['the', 'who']);
  expect(termsIn('"to be" hamlet')).toEqual(['to', 'be', 'hamlet']);
  expect(phrasesIn('say "red cars" and “blue sky”')).toEqual([
    ['red', 'cars'],
    ['blue', 'sky'],
  ]);
  expect(phrasesIn('«Красная площадь»')).toEqual([['красная', 'площадь']]);
});

test('ignores parts of one or two letters that a hyphen joins to a word', () => {
  expect(termsIn('tannzapf-er')).toEqual(['tannzapf']);
  expect(termsIn('e-mail')).toEqual(['mail']);
  expect(termsIn('wi-fi')).toEqual(['wi', 'fi']);
  expect(termsIn('vitamin-C')).toEqual(['vitamin', 'c']);
  expect(termsIn('COVID-19')).toEqual(['covid', '19']);
});

test('parses no phrase from an unpaired quote or empty quotes', () => {
  expect(termsIn('a 19" screen')).toEqual(['19', 'screen']);
  expect(phrasesIn('a 19" screen')).toEqual([]);
  expect(parseQuery('"" "!!" x').phrases).toEqual([]);
});

test('treats a word at the end as a prefix', () => {
  expect(parseQuery('someone is walki').lastWord).toBe('walki');
  expect(parseQuery('someone is walking ').lastWord).toBeNull();
  expect(parseQuery('Straßen in Köln').lastWord).toBe('koln');
  // Not one that is ignored.
  expect(parseQuery('xyzzy the').lastWord).toBeNull();
  expect(parseQuery('tannzapf-er').lastWord).toBeNull();
});

test('limits a long text to a few terms', () => {
  const page = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
  expect(parseQuery(page).terms.length).toBeLessThanOrEqual(24);
});

test('parses any text', WHOLE, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { terms, phrases } = parseQuery(text);
      const alternatives = terms.flatMap(({ pattern }) => alternativesOf(pattern));
      expect(alternatives.join('').replaceAll(' ', '')).not.toMatch(/["'*^:()+{}\s-]/);
      for (const phrase of phrases) expect(phrase.length).toBeGreaterThan(0);
    }),
    { numRuns: EXTENDED ? 200 : 20 },
  );
});

test('matches a phrase as a whole, in order', () => {
  const has = (phrase: string) => hasPhrase(phraseText('red blue, red green'), readWords(phrase));
  expect(has('red green')).toBe(true);
  expect(has('red blue red')).toBe(true);
  expect(has('blue green')).toBe(false);
  expect(has('green white')).toBe(false);
});

test('demands the operands of AND in any form, and refuses those of NOT', () => {
  const query = parseQuery('cars AND dogs NOT cat -"fire hydrant" street');
  expect(isExact(query)).toBe(true);
  expect(query.text).toBe('cars dogs street');
  expect(satisfies('A car and a dog', query)).toBe(true);
  expect(satisfies('Only a car in the street', query)).toBe(false);
  expect(satisfies('A car, a dog, and two cats', query)).toBe(false);
  expect(satisfies('A car and a dog at a fire hydrant', query)).toBe(false);
  expect(satisfies('A car and a dog at the fire, no hydrant', query)).toBe(true);
  expect(isExact(parseQuery('cars NOT cat'))).toBe(false);
});
