import { expect, test } from 'vitest';
import { filterWords, type ListShape, pageItems } from '../../src/base/page.ts';
import { pageRequest, readPages } from '../fixtures/page.ts';

interface Item {
  id: string;
  name: string | null;
  size: number;
}

const SHAPE: ListShape<Item> = { id: 'id', names: ['name'], own: '-size' };
const ids = (items: readonly Item[]) => items.map(({ id }) => id).join(' ');
const items = (): Item[] => [
  { id: '2', name: 'Zürich', size: 3 },
  { id: '10', name: 'alps', size: 3 },
  { id: '3', name: null, size: 9 },
  { id: '4', name: 'École Alpine', size: 1 },
  { id: '5', name: 'Bern', size: 2 },
];

test('sorts by a field and, between equal values, by ids as numbers', () => {
  expect(ids(pageItems(items(), SHAPE, pageRequest()))).toBe('3 10 2 5 4');
  expect(ids(pageItems(items(), SHAPE, pageRequest({ sort: 'size' })))).toBe('4 5 2 10 3');
  expect(ids(pageItems(items(), SHAPE, pageRequest({ sort: 'name' })))).toBe('3 10 5 4 2');
  expect(ids(pageItems(items(), { ...SHAPE, own: undefined! }, pageRequest()))).toBe('2 10 3 4 5');
});

test('filters by words of the names, whatever their case and accents', () => {
  const found = (text: string) => ids(pageItems(items(), SHAPE, pageRequest({ words: filterWords(text) })));
  expect(found('ZURICH')).toBe('2');
  expect(found('alp')).toBe('10 4');
  expect(found('alpine ecole')).toBe('4');
  expect(found('lausanne')).toBe('');
});

test.each([undefined, '-size', 'size', 'name', '-name'])('pages sorted by %s make up the list', (sort) => {
  const pages = readPages((page) => pageItems(items(), SHAPE, page), { sort });
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(ids(pages.flat())).toBe(ids(pageItems(items(), SHAPE, pageRequest({ sort }))));
});

test('items that come and go between pages are neither repeated nor skipped', () => {
  let list = items();
  const pages = readPages(
    (page) => pageItems(list, SHAPE, page),
    { sort: 'size' },
    ([, last]) => {
      list = [{ id: '9', name: 'new', size: 0 }, ...list.filter((item) => item !== last)];
    },
  );
  expect(pages.map(ids)).toEqual(['4 5', '2 10', '3']);
});

test('a list of fixed order continues after the last item, wherever it is now', () => {
  const fixed: ListShape<Item> = { id: 'id', names: [] };
  let list = items();
  const pages = readPages(
    (page) => pageItems(list, fixed, page),
    {},
    () => {
      list = [{ id: `new-${list.length}`, name: '', size: 0 }, ...list];
    },
  );
  expect(pages.map(ids)).toEqual(['2 10', '3 4', '5']);
  expect(ids(pageItems(list, fixed, pageRequest({ after: [3, 'deleted'] })))).toBe('3 4 5');
});
