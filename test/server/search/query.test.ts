import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsPhrase, isExact, parseQuery, satisfies } from '../../../src/server/search/query.ts';
import { EXTENDED } from '../../fixtures/extended.ts';

test('parses words to distinct terms, and quotes of any kind to phrases', () => {
  expect(parseQuery('The dogs, the DOG!')).toMatchObject({ terms: ['dog'], phrases: [], lastWord: null });
  // Function words count only if there are no other words, or in quotes.
  expect(parseQuery('the who').terms).toEqual(['the', 'who']);
  expect(parseQuery('"to be" hamlet').terms).toEqual(['to', 'be', 'hamlet']);
  expect(parseQuery('say "red cars" and “blue sky”').phrases).toEqual([
    ['red', 'cars'],
    ['blue', 'sky'],
  ]);
  expect(parseQuery('«Красная площадь»').phrases).toEqual([['красная', 'площадь']]);
});

test('parses no phrase from an unpaired quote or empty quotes', () => {
  expect(parseQuery('a 19" screen')).toMatchObject({ terms: ['19', 'screen'], phrases: [] });
  expect(parseQuery('"" "!!" x').phrases).toEqual([]);
});

test('treats a word at the end as a prefix', () => {
  expect(parseQuery('someone is walki').lastWord).toBe('walki');
  expect(parseQuery('someone is walking ').lastWord).toBeNull();
});

test('limits a long text to a few terms', () => {
  const page = Array.from({ length: 500 }, (_, i) => `word${i}`).join(' ');
  expect(parseQuery(page).terms.length).toBeLessThanOrEqual(24);
});

test('parses any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      const { terms, phrases } = parseQuery(text);
      expect(terms.join('')).not.toMatch(/["'*^:()+{}\s-]/);
      for (const phrase of phrases) expect(phrase.length).toBeGreaterThan(0);
    }),
    { numRuns: EXTENDED ? 200 : 20 },
  );
});

test('matches a phrase as a whole, in order', () => {
  const terms = ['a', 'b', 'a', 'c'];
  expect(containsPhrase(terms, ['a', 'c'])).toBe(true);
  expect(containsPhrase(terms, ['a', 'b', 'a'])).toBe(true);
  expect(containsPhrase(terms, ['b', 'c'])).toBe(false);
  expect(containsPhrase(terms, ['c', 'd'])).toBe(false);
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
