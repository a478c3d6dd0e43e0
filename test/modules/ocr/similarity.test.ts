import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from '../../../src/base/edit-distance.ts';
import { containment, isExtension, numbersDiffer, similarity } from '../../../src/modules/ocr/similarity.ts';

test('ignores case, spaces, and punctuation', () => {
  expect(similarity('Coca -Cola', 'COCA COLA.')).toBe(1);
  expect(similarity('Annual report', 'Annual rep0rt')).toBeCloseTo(11 / 12);
  expect(similarity('Annual report', 'Where were you')).toBeLessThan(0.4);
});

test('distinguishes numbers, but not letters misread as digits', () => {
  expect(numbersDiffer('Only $199 today', 'Only $299 today')).toBe(true);
  expect(numbersDiffer('Chapter 1', 'Chapter 2')).toBe(true);
  expect(numbersDiffer('100 cities', '1OO cities')).toBe(false);
  expect(numbersDiffer('no number', 'number 5')).toBe(false);
});

test('recognizes a text that grows at its end, but not a number', () => {
  expect(isExtension('BREAKI', 'BREAKING NEWS')).toBe(true);
  expect(isExtension('NEWS', 'BREAKING NEWS')).toBe(false);
  expect(isExtension('Lesson 1', 'Lesson 12')).toBe(false);
});

test('finds a part in the whole, even if misread', () => {
  expect(containment('davist', 'Music by Sven Lindqvist')).toBeGreaterThan(0.8);
  expect(containment('by Omar', 'Produced by Omar Haddad')).toBe(1);
  expect(containment('weather', 'Produced by Omar Haddad')).toBeLessThan(0.5);
});

test('edit distance is a metric, and containment is never below similarity', () => {
  const text = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,10}$/), fc.stringMatching(/^[a-z]{1,10}$/), (part, rest) => {
      expect(containment(part, rest + part)).toBe(1);
    }),
  );
});
