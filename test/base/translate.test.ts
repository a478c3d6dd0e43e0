import { expect, test } from 'vitest';
import { createTranslate } from '../../src/base/translate.ts';

const english = {
  title: 'Queue',
  hello: 'Hello, {{name}}',
  cats_zero: 'No cats',
  cats_one: '{{count, number}} cat',
  cats_other: '{{count, number}} cats',
  place_ordinal_one: '{{count}}st in {{queue}}',
  place_ordinal_two: '{{count}}nd in {{queue}}',
  place_ordinal_few: '{{count}}rd in {{queue}}',
  place_ordinal_other: '{{count}}th in {{queue}}',
};
const t = createTranslate<typeof english>(english, 'en');

test('fills in values as they are, and formats numbers by locale', () => {
  expect(t('hello', { name: '$& <Ada> {{title}}' })).toBe('Hello, $& <Ada> {{title}}');
  expect(t('cats', { count: 1234 })).toBe('1,234 cats');
  expect(
    createTranslate<typeof english>({ cats_other: '{{count, number}} Katzen' }, 'de')('cats', { count: 1234 }),
  ).toBe('1.234 Katzen');
});

test('selects the form of a count, of none, and of an ordinal number', () => {
  expect([0, 1, 2].map((count) => t('cats', { count }))).toEqual(['No cats', '1 cat', '2 cats']);
  const places = [1, 2, 3, 4, 21].map((count) => t('place', { count, ordinal: 1, queue: 'queue' }));
  expect(places).toEqual(['1st in queue', '2nd in queue', '3rd in queue', '4th in queue', '21st in queue']);
});

test('takes missing texts from the fallback, in the form and format of its language', () => {
  const german = createTranslate<typeof english>({ title: 'Warteschlange' }, 'de', { texts: english, language: 'en' });
  expect([
    german('title'),
    german('cats', { count: 1000 }),
    german('place', { count: 2, ordinal: 1, queue: '–' }),
  ]).toEqual(['Warteschlange', '1,000 cats', '2nd in –']);
  expect(t('missing' as 'title')).toBe('missing');
});
