import { describe, expect, test } from 'vitest';
import { countLabels, filterFindings, NO_FILTER } from '../../../../../src/renderer/features/video/findings/filter.ts';
import { segment } from '../segment.ts';

const car = segment(0, 1, 'car', 'visualelements', { label: 'car', confidence: 0.5 });
const cafe = segment(1, 2, 'Le Café rouge', 'ocr');
const all = [car, cafe];

describe('filter', () => {
  test('matches every word, ignoring case and accents', () => {
    expect(filterFindings(all, { ...NO_FILTER, text: 'CAFE le' })).toEqual([cafe]);
    expect(filterFindings(all, { ...NO_FILTER, text: 'cafe bleu' })).toEqual([]);
  });
  test('filters by module, label, and confidence, and keeps findings without a confidence', () => {
    expect(filterFindings(all, { ...NO_FILTER, modules: ['ocr'] })).toEqual([cafe]);
    expect(filterFindings(all, { ...NO_FILTER, label: 'car' })).toEqual([car]);
    expect(filterFindings(all, { ...NO_FILTER, confidence: 0.6 })).toEqual([cafe]);
  });
  test('returns the same list without a filter', () => {
    expect(filterFindings(all, NO_FILTER)).toBe(all);
  });
});

test('lists labels by frequency', () => {
  expect(countLabels([car, car, cafe, segment(0, 1, 'a', 'logos', { label: 'b' })], 2)).toEqual([
    { label: 'car', count: 2 },
    { label: 'b', count: 1 },
  ]);
});
