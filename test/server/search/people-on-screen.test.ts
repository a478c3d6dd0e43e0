import { expect, test } from 'vitest';
import type { SearchOptions } from '../../../src/server/search/search-options.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addProcessed, addUser, testStore } from '../../db/store-fixture.ts';
import { seedPeople } from '../../fixtures/people.ts';

async function setUp() {
  const { store } = await testStore();
  const userId = addUser(store);
  const service = createSearchService(store, { engineId: () => 'none', embed: async () => null });
  const project = store.projects.create(userId, { name: 'p', description: null });
  const add = (name: string, owner = userId, projectId = project.id) => {
    const { id, jobId } = addProcessed(store, owner, ['hello', 'the budget', 'goodbye'], { name });
    store.videos.update(owner, jobId, { projectId });
    return { id, jobId, projectId };
  };
  const search = (query: string, options: Partial<SearchOptions> = {}) =>
    service.search(userId, { query, limit: 20, ...options });
  const ask = async (query: string, options: Partial<SearchOptions> = {}) =>
    (await search(query, options)).hits.map(({ content, start_time, end_time }) => [content, start_time, end_time]);
  return { store, userId, project, add, search, ask };
}

test('a hit is a time on screen without a break, and no segment', async () => {
  const { store, add, ask, search } = await setUp();
  const video = add('a');
  const { personIds, trackIds } = seedPeople(store, video, [
    {
      name: 'Ada Lovelace',
      tracks: [
        { start: 10, end: 14 },
        { start: 14, end: 18 },
        { start: 30, end: 31 },
      ],
    },
    { name: 'Ben', tracks: [{ start: 12, end: 16 }] },
  ]);
  expect(await ask('person:"ada lovelace"')).toEqual([
    ['Ada Lovelace', 10, 18],
    ['Ada Lovelace', 30, 31],
  ]);
  const [hit] = (await search('person:ada')).hits;
  expect(hit).toMatchObject({
    id: `face-track-${trackIds[0]![0]}`,
    job_id: video.jobId,
    module: 'people',
    match: 'words',
    rank: 1,
    data: { label: 'Ada Lovelace', person_id: personIds[0], confidence: 0.9 },
  });
  expect(await ask('person:ada', { filters: { min_confidence: 0.95 } })).toEqual([]);
  expect(await ask('person:ada', { modules: ['ocr'] })).toEqual([]);
  expect(await ask('person:ada NOT person:ben')).toEqual([['Ada Lovelace', 30, 31]]);
  expect(await ask('person:ben OR said:budget')).toEqual(expect.arrayContaining([['Ben', 12, 16]]));
  expect((await search('person:charles')).hints).toMatchObject([
    { start: 0, end: 14, text: { key: 'query.no-person' } },
  ]);
});

test('what is found together with a person tells the moment', async () => {
  const { store, add, search } = await setUp();
  seedPeople(store, add('a'), [{ name: 'Ada', tracks: [{ start: 0, end: 50 }] }]);
  const { hits } = await search('person:ada said:budget');
  expect(hits).toMatchObject([
    {
      content: 'the budget',
      start_time: 1,
      end_time: 2,
      moment: {
        start_time: 1,
        end_time: 2,
        findings: [
          { condition: 'said:budget', module: 'transcription' },
          { condition: 'person:ada', module: 'people', content: 'Ada', start_time: 1, end_time: 2 },
        ],
      },
    },
  ]);
});

test('of people alone, the one who appears more often tells the moments', async () => {
  const { store, add, ask } = await setUp();
  const often = [10, 30].map((start) => ({ start, end: start + 2 }));
  const people = [
    { name: 'Ada', tracks: [{ start: 0, end: 50 }] },
    { name: 'Ben', tracks: often },
  ];
  seedPeople(store, add('a'), people);
  expect(await ask('person:ada person:ben within:0s')).toEqual([
    ['Ben', 10, 12],
    ['Ben', 30, 32],
  ]);
});

test('nothing is found of others, of deleted people, in the trash, or where people are off', async () => {
  const { store, userId, project, add, ask } = await setUp();
  const [first, second] = [add('a'), add('b')];
  const tracks = [{ start: 0, end: 4 }];
  const { personIds } = seedPeople(store, first, [
    { name: 'Ada', tracks },
    { name: 'Ben', tracks },
  ]);
  seedPeople(store, second, [{ name: 'Ada', tracks }]);
  const other = addUser(store, 'other');
  const theirs = store.projects.create(other, { name: 'theirs', description: null });
  seedPeople(store, add('c', other, theirs.id), [{ name: 'Ada', tracks }]);
  expect(await ask('person:ada')).toHaveLength(2);
  expect(await ask('person:ada', { jobIds: [first.jobId] })).toHaveLength(1);
  const confined = { projects: [project.id] };
  expect(await ask('person:ada', confined)).toEqual([]);
  expect(await ask('said:budget -person:ada', confined)).toHaveLength(2);
  store.videos.trash(userId, second.jobId);
  expect(await ask('person:ada')).toHaveLength(1);
  store.people.erasePerson(Number(personIds[0]));
  expect([await ask('person:ada'), await ask('person:ben')]).toMatchObject([[], [{ length: 3 }]]);
  store.people.eraseProject(project.id);
  expect(await ask('person:ben')).toEqual([]);
});
