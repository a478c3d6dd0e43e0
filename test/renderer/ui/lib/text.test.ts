import { expect, test, vi } from 'vitest';

vi.stubGlobal('document', { documentElement: { dataset: {} } });
const { addTexts, defineTranslators } = await import('../../../../src/renderer/ui/lib/text.ts');

const english = {
  title: 'Cats',
  hello: 'Hello, {{name}}',
  cats_one: '{{count, number}} cat',
  cats_other: '{{count, number}} cats',
};
const translatorOf = defineTranslators('cats', english);

test('shows plain texts, fills in values, and selects the plural form', () => {
  const t = translatorOf('en');
  expect(t('title')).toBe('Cats');
  expect(t('hello', { name: '<Ada>' })).toBe('Hello, <Ada>');
  expect([t('cats', { count: 1 }), t('cats', { count: 1234 })]).toEqual(['1 cat', '1,234 cats']);
});

test('shows English until and where a translation is missing', () => {
  const t = translatorOf('de');
  expect([t('title'), t('cats', { count: 2 })]).toEqual(['Cats', '2 cats']);
  addTexts('de', { './de/cats.json': { title: 'Katzen', cats_other: '{{count, number}} Katzen' } });
  expect([t('title'), t('cats', { count: 1234 })]).toEqual(['Katzen', '1.234 Katzen']);
  expect(t('hello', { name: 'Ada' })).toBe('Hello, Ada');
});
