import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BrandMatcher } from '../../../../src/modules/shared/brand-names/brand-matcher.ts';
import { readingDistance } from '../../../../src/modules/shared/brand-names/reading-distance.ts';

const matcher = new BrandMatcher(['Northwind', 'Acme Rockets']);
const brandsIn = (...lines: string[]) => matcher.find(lines).map(({ brand }) => brand);

describe('finds misread brands', () => {
  for (const [brand, ...lines] of [
    ['Coca-Cola', 'CcaCola'],
    ['Coca-Cola', 'C0CA COLA'],
    ['Coca-Cola', 'Coca -Cola'],
    ['Coca-Cola', 'COCA', 'COLA'],
    ['Starbucks', 'STARBUCK5'],
    ["McDonald's", 'McDonaids'],
    ['Samsung', 'Sarnsung'],
    ['IKEA', 'lKEA'],
    ['Nike', 'www.nike.com'],
    ['Mercedes-Benz', 'Marcedes-Benz'],
    ['Burger King', 'Burger', 'King'],
    ['H&M', 'H&M'],
    ['Nestlé', 'NESTLE'],
    ['7-Eleven', '7-ELEVEn'],
    ['T-Mobile', 'T-Mobile'],
    ['Sony', 'S0NY'],
    ['Netflix', 'watch it on Netflix tonight with us'],
  ] as [string, ...string[]][]) {
    test(`${lines.join(' / ')} → ${brand}`, () => expect(brandsIn(...lines)).toEqual([brand]));
  }
});

describe('finds everyday words only if they look like a logo', () => {
  for (const [text, ...brands] of [
    ['I ate an apple today'],
    ['apple'],
    ['Apple', 'Apple'],
    ['Apple Store', 'Apple'],
    ['visa requirements'],
    ['VISA', 'Visa'],
    ['Target audience'],
    ['TARGET', 'Target'],
    ['the gap between us'],
    ['GAP', 'Gap'],
    ['shell script'],
    ['Shell', 'Shell'],
    ['Orange juice'],
    ['UPS AND DOWNS'],
    ['UPS', 'UPS'],
    ['bmw'],
    ['BMW', 'BMW'],
    ['Amazon river'],
    ['Ford Prefect'],
  ] as [string, ...string[]][]) {
    test(`${text} → ${brands.join() || 'none'}`, () => expect(brandsIn(text)).toEqual(brands));
  }
});

describe('finds no brand in other words', () => {
  for (const text of [
    'The TV Channel',
    'nettle soup',
    'Microscope',
    'Hello Kitty',
    'Lara',
    'AUDIO',
    'SONG',
    'MILTON',
    'Seven Eleven',
    'LEGS',
    'Quarterly Revenue Report',
    'Where have you been all this time?',
    'Professor of Geology',
    'LONG MAI DICHVU BEN NGHE',
    'Cero emisiones',
    'Sales rose by 12%',
    'TAXI',
    '',
  ]) {
    test(text, () => expect(brandsIn(text)).toEqual([]));
  }
});

test("finds the user's own brand words, also misread", () => {
  expect(brandsIn('visit Northwlnd Ltd')).toEqual(['Northwind']);
  expect(brandsIn('ACME', 'ROCKETS')).toEqual(['Acme Rockets']);
  expect(new BrandMatcher().find(['Northwind'])).toEqual([]);
});

test("treats a user's word as a brand even if it is an everyday word", () => {
  expect(new BrandMatcher(['Apple']).find(['I ate an apple today']).map(({ brand }) => brand)).toEqual(['Apple']);
});

test('returns the reading with its confidence', () => {
  const [exact] = matcher.find(['A bottle of Coca-Cola']);
  expect(exact).toMatchObject({ matched: 'Coca Cola', certainty: 1, firstLine: 0, lastLine: 0 });
  const [misread] = matcher.find(['Menu', 'CcaCola']);
  expect(misread).toMatchObject({ matched: 'CcaCola', firstLine: 1, lastLine: 1 });
  expect(misread!.certainty).toBeLessThan(1);
});

test('confusable letters cost less than others, and never less than nothing', () => {
  expect(readingDistance('c0cac0la', 'cocacola')).toBeLessThan(0.5);
  expect(readingDistance('sarnsung', 'samsung')).toBeLessThan(0.5);
  expect(readingDistance('kicacila', 'cocacola')).toBeGreaterThan(1);
  const word = fc.stringMatching(/^[a-z0-9]{0,10}$/);
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = readingDistance(a, b);
      expect(distance).toBeCloseTo(readingDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      // The early exit never misses a distance within the limit.
      expect(readingDistance(a, b, distance + 0.001)).toBe(distance);
    }),
  );
});

test('distinguishes a sign with a brand from a sentence and from a short name', () => {
  expect(
    ['CcaCola', 'Coca-Cola!', 'A bottle of Coca-Cola on the table', 'BMW', 'Niglig'].map((t) => matcher.fills(t)),
  ).toEqual([true, true, false, false, false]);
});
