import { expect, test } from 'vitest';
import { inverseDocumentFrequency, rankByBm25 } from '../../../src/server/search/bm25.ts';
import { fuseRankings } from '../../../src/server/search/fusion.ts';
import { planIndexQueries } from '../../../src/server/search/index-queries.ts';
import { isSingleTypo, similarTerms } from '../../../src/server/search/spelling.ts';

test('weighs rarer terms more, and none negatively', () => {
  const weights = [1, 10, 100, 1000].map((holding) => inverseDocumentFrequency(holding, 1000));
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  expect(weights[3]).toBeGreaterThan(0);
  expect(inverseDocumentFrequency(5, 0)).toBeGreaterThan(0);
});

test('BM25 by hand: one term, equal lengths', () => {
  const documents = [
    { id: 1, counts: new Map([['a', 1]]), length: 2 },
    { id: 2, counts: new Map([['a', 2]]), length: 2 },
    { id: 3, counts: new Map(), length: 2 },
  ];
  // k1 = 1.2 and the average length: tf * 2.2 / (tf + 1.2).
  expect(rankByBm25(documents, new Map([['a', 2]]))).toEqual([
    { id: 2, score: expect.closeTo((2 * 2 * 2.2) / 3.2) },
    { id: 1, score: expect.closeTo(2) },
  ]);
});

test('BM25 prefers the shorter of two texts with the same words', () => {
  const counts = new Map([['a', 1]]);
  const long = { id: 1, counts, length: 31 };
  const short = { id: 2, counts, length: 2 };
  expect(rankByBm25([long, short], new Map([['a', 1]])).map((document) => document.id)).toEqual([2, 1]);
  expect(rankByBm25([], new Map([['a', 1]]))).toEqual([]);
});

test('prefers hits of both rankings to hits of one at the same ranks', () => {
  expect(
    fuseRankings([
      ['a', 'b', 'c'],
      ['d', 'c', 'a'],
    ]),
  ).toEqual(['a', 'c', 'd', 'b']);
  expect(fuseRankings([[], ['x', 'y']])).toEqual(['x', 'y']);
});

test('queries stop words only with more discriminative terms, where too many segments have these', () => {
  const lookups = planIndexQueries([
    { term: 'the', weight: 0.3 },
    { term: 'zebra', weight: 8 },
    { term: 'runs', weight: 6 },
  ]);
  const asked = lookups.map(({ terms, also }) => [terms.join('+'), also?.join('+')]);
  expect(asked).toEqual([
    ['zebra+runs', 'the'],
    ['zebra', undefined],
    ['runs', undefined],
  ]);
  const alone = planIndexQueries([
    { term: 'the', weight: 0.3 },
    { term: 'zebra', weight: 8 },
  ]);
  expect(alone).toEqual([{ terms: ['zebra'], limit: 1000, also: ['the'] }]);
});

test('queries stop words if there is nothing else', () => {
  expect(planIndexQueries([{ term: 'the', weight: 0.3 }]).map((lookup) => lookup.terms)).toEqual([['the']]);
  expect(planIndexQueries([])).toEqual([]);
});

test('bounds the number of index queries for any number of terms', () => {
  const many = Array.from({ length: 24 }, (_, i) => ({ term: `t${i}`, weight: 5 }));
  expect(planIndexQueries(many).length).toBeLessThanOrEqual(13);
});

test('detects one typo: missing, added, changed, or swapped letter', () => {
  for (const other of ['bicyle', 'bicycles', 'bicycla', 'biccyle', 'icycle']) {
    expect(isSingleTypo('bicycle', other), other).toBe(true);
  }
  for (const other of ['bicycle', 'bycicle', 'bike', 'bicycless'])
    expect(isSingleTypo('bicycle', other), other).toBe(false);
});

test('corrects no short words', () => {
  const search = { termsBeginning: () => ['cat', 'bicycl'] };
  expect(similarTerms(search, 'car')).toEqual([]);
  expect(similarTerms(search, 'bicyl')).toEqual(['bicycl']);
});
