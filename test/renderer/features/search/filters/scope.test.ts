import { expect, test } from 'vitest';
import { countFilters, readScope, searchHref } from '../../../../../src/renderer/features/search/filters/scope.ts';

const FULL = {
  modules: ['ocr', 'scenes'],
  project_id: '3',
  added_from: '2026-01-01T00:00:00.000',
  added_before: '2026-02-01T00:00:00.000',
  min_duration: 60,
  max_duration: 600,
  min_confidence: 0.7,
  language: 'de',
  within_tag: '7',
} as const;

test('filters survive the way through a URL', () => {
  const href = searchHref('red & "blue"', { ...FULL, modules: [...FULL.modules] });
  const params = new URL(href, 'http://x').searchParams;
  expect(params.get('q')).toBe('red & "blue"');
  expect(readScope(params)).toEqual(FULL);
  expect(searchHref('x', {})).toBe('/search?q=x');
});

test('invalid filters of a URL are ignored', () => {
  const params = new URLSearchParams('modules=nothing&from=yesterday&min=-1&max=x&confidence=7&language=<b>&project=');
  expect(readScope(params)).toEqual({});
});

test('a range counts as one filter, types as none', () => {
  expect(countFilters({ ...FULL, modules: [...FULL.modules] })).toBe(6);
  expect(countFilters({ modules: ['ocr'] })).toBe(0);
});
