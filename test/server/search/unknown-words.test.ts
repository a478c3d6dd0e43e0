import { expect, test } from 'vitest';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { typoDistance } from '../../../src/server/search/spelling.ts';
import { addProcessed, addUser, testStore } from '../../db/store-fixture.ts';

async function setUp() {
  const { store } = await testStore();
  const service = createSearchService(store, { engineId: () => undefined, embed: async () => null });
  const userId = addUser(store);
  const ask = async (query: string) => {
    const options = { query, limit: 20 };
    const { hits } = await service.search(userId, options);
    const unknown = service.unknownWords(userId, options, hits);
    return {
      found: hits.map(({ content }) => content),
      unknown: unknown.map(({ word, spellings }) => [word, ...spellings]),
    };
  };
  return { store, service, userId, ask };
}

test('a name that no finding contains finds no other name, and near spellings are offered', async () => {
  const { store, userId, ask } = await setUp();
  addProcessed(store, userId, ['Maria Vasquez opens the session', 'KOWALCZYK', 'the bridge is closed']);
  addProcessed(store, addUser(store, 'other'), ['Vasques and Kowalczik']);
  for (const [query, unknown] of [
    ['Vasqez', [['Vasqez', 'Vasquez']]],
    ['vaskez', [['vaskez', 'Vasquez']]],
    ['Kowalchyk', [['Kowalchyk', 'kowalczyk']]],
    ['xyzzy', [['xyzzy']]],
    ['does anybody mention tokyo', [['tokyo']]],
    ['the bridge of Tokyo', [['Tokyo']]],
    ['Vasquez', []],
    ['Vasq', []],
    ['"Vasqez"', []],
    ['said:Tokyo', []],
    ['bridge NOT Tokyo', []],
  ] as const)
    expect([query, (await ask(query)).unknown]).toEqual([query, unknown]);
  expect((await ask('Vasqez')).found).toEqual([]);
  // A mistake in another word is corrected.
  expect((await ask('brigde')).found).toEqual(['the bridge is closed']);
});

test('words of a question are no hits beside what is asked for', async () => {
  const { store, userId, ask } = await setUp();
  addProcessed(store, userId, ['today we talk about the bridge', 'nobody mentions the crane', 'the talk show']);
  for (const query of [
    'talk about Uruguay',
    'does anybody mention Tokyo',
    'Who talks about xyzzy?',
    'erwähnt jemand Tokio',
  ])
    expect([query, (await ask(query)).found]).toEqual([query, []]);
  expect((await ask('Who talks about the crane?')).found).toEqual(['nobody mentions the crane']);
  expect((await ask('talk show')).found[0]).toBe('the talk show');
});

test('of a question that stands for another query, only names count', async () => {
  const { store, userId, service } = await setUp();
  addProcessed(store, userId, ['good evening']);
  const ask = (query: string) => service.unknownWords(userId, { query, limit: 20 }, [], true).map(({ word }) => word);
  expect([ask('does anybody mention Tokyo'), ask('when do you see a vehicle')]).toEqual([['Tokyo'], []]);
});

test('names of speakers are offered', async () => {
  const { store, userId, ask } = await setUp();
  const video = addProcessed(store, userId, ['good evening']);
  store.speakers.rename(video.id, 'S1', 'Ada Lovelace');
  expect((await ask('Lovelase')).unknown).toEqual([['Lovelase', 'speaker:"Ada Lovelace"']]);
});

test('function words are no hits', async () => {
  const { store, userId, ask } = await setUp();
  addProcessed(store, userId, ['where is the dog', 'the man and the sea', 'wo ist der Hund', 'the IT department']);
  for (const query of ['the', 'where is the', 'wo ist der', 'die', 'and'])
    expect([query, (await ask(query)).found]).toEqual([query, []]);
  expect((await ask('man')).found).toEqual(['the man and the sea']);
  expect((await ask('IT')).found).toEqual(['the IT department']);
  expect((await ask('der Hund ist wo')).found).toEqual(['wo ist der Hund']);
  expect((await ask('"where is the"')).found).toEqual(['where is the dog']);
});

test.each([
  ['abc', 'abc', 0],
  ['abc', 'acb', 1],
  ['kitten', 'sitten', 1],
  ['vaskez', 'vasquez', 2],
  ['abcdef', 'ghijkl', 3],
])('%s and %s differ by %d', (a, b, distance) => {
  expect(Math.min(3, typoDistance(a, b, 2))).toBe(distance);
});
