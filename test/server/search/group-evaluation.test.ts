import { expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import type { Store } from '../../../src/db/index.ts';
import type { SearchOptions } from '../../../src/server/search/search-options.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addUser, addVideo, testStore } from '../../db/store-fixture.ts';
import { extendedTest } from '../../fixtures/extended.ts';

type Finding = readonly [module: ModuleName, content: string, start: number, end?: number, confidence?: number];

function add(store: Store, userId: number, findings: readonly Finding[], projectId: number | null = null) {
  const video = addVideo(store, userId);
  store.videos.update(userId, video.jobId, { projectId });
  store.jobs.enqueue(userId, video.jobId, { action: 'process', modules: ['ocr'] });
  store.jobs.claimNext();
  for (const [module, own] of Map.groupBy(findings, ([name]) => name)) {
    const segments = own.map(([, content, start_time, end_time = start_time + 1, confidence]) => ({
      content,
      start_time,
      end_time,
      data: confidence === undefined ? null : { confidence },
    }));
    store.segments.replaceModule(video.id, { module, engine: 'test@1', segments });
  }
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  return video;
}

async function setUp() {
  const { store } = await testStore();
  const service = createSearchService(store, { engineId: () => 'none', embed: async () => null });
  const userId = addUser(store);
  const search = (query: string, options: Partial<SearchOptions> = {}) =>
    service.search(userId, { query, limit: 20, ...options });
  const ask = async (query: string, options: Partial<SearchOptions> = {}) =>
    (await search(query, options)).hits.map(({ content, start_time }) => `${content} ${start_time}`);
  return { store, userId, search, ask };
}

test('a hit spans the nearest findings, and says what each satisfies', async () => {
  const { store, userId, search } = await setUp();
  const video = add(store, userId, [
    ['transcription', 'the budget', 20, 24],
    ['visualelements', 'car', 0, 12],
    ['visualelements', 'car', 27, 30],
    ['ocr', 'EXIT', 22],
  ]);
  const { hits } = await search('said:budget sees:car exit');
  expect(hits).toMatchObject([
    {
      job_id: video.jobId,
      content: 'the budget',
      start_time: 20,
      end_time: 24,
      rank: 1,
      match: 'words',
      moment: {
        start_time: 20,
        end_time: 30,
        findings: [
          { module: 'transcription', content: 'the budget', condition: 'said:budget' },
          { module: 'visualelements', start_time: 27, condition: 'sees:car' },
          { module: 'ocr', content: 'EXIT', condition: 'exit' },
        ],
      },
    },
  ]);
  expect((await search('said:budget')).hits[0]).not.toHaveProperty('moment');
});

test('nearer findings come first, and others than videos of the caller none', async () => {
  const { store, userId, ask } = await setUp();
  add(store, userId, [
    ['transcription', 'budget', 0],
    ['visualelements', 'car', 8],
    ['transcription', 'budget', 40],
    ['visualelements', 'car', 40],
    ['transcription', 'budget', 80],
    ['visualelements', 'car', 83],
  ]);
  add(store, addUser(store, 'other'), [
    ['transcription', 'budget', 5],
    ['visualelements', 'car', 5],
  ]);
  expect(await ask('said:budget sees:car')).toEqual(['budget 40', 'budget 80', 'budget 0']);
  expect(await ask('sees:car said:budget within:3s')).toEqual(['car 40', 'car 83']);
});

test('exclusions remove what overlaps the moment', async () => {
  const { store, userId, ask } = await setUp();
  add(store, userId, [
    ['transcription', 'budget', 0, 4],
    ['visualelements', 'dog', 4, 9],
    ['transcription', 'budget and taxes', 20, 24],
    ['visualelements', 'dog', 23, 30],
    ['transcription', 'budget', 50, 54],
  ]);
  expect(await ask('said:budget -sees:dog')).toEqual(['budget 0', 'budget 50']);
  expect(await ask('said:budget -said:taxes sees:dog')).toEqual(['budget 0']);
});

test('filters of the request and of the text apply together', async () => {
  const { store, userId, ask, search } = await setUp();
  const projects = ['Élysée', 'Zoo'].map((name) => store.projects.create(userId, { name, description: null }));
  const jobs = projects.map(({ id }, i) =>
    add(
      store,
      userId,
      [
        ['transcription', `budget ${i}`, 0],
        ['visualelements', 'car', 1, 2, 0.2 + i * 0.5],
        ['summary', 'The budget', 0, 60],
      ],
      id,
    ),
  );
  expect(await ask('said:budget in:elysee')).toEqual(['budget 0 0']);
  expect(await ask('budget in:zoo', { modules: ['transcription'] })).toEqual(['budget 1 0']);
  expect(await ask('said:budget in:zoo', { jobIds: [jobs[0]!.jobId] })).toEqual([]);
  expect(await ask('said:budget sees:car', { filters: { min_confidence: 0.5 } })).toEqual(['budget 1 0']);
  expect(await ask('said:budget', { modules: ['ocr'] })).toEqual([]);
  // A summary is at no moment.
  expect((await ask('budget sees:car within:0s')).sort()).toEqual(['budget 0 0', 'budget 1 0']);
  // A confined key does not see the names of other projects.
  const confined = await search('said:budget in:Zoo', { projects: [projects[0]!.id] });
  expect(confined.hits).toEqual([]);
  expect(confined.hints.map(({ text }) => text.key)).toEqual(['query.no-project']);
  // Alternatives share the part, and its hint.
  expect((await search('(said:budget OR shown:budget) in:Nowhere')).hints).toHaveLength(1);
});

extendedTest(
  'what is excluded is, however much newer findings have it, and hits without it are found behind those with it',
  async () => {
    const { store, userId, ask } = await setUp();
    add(store, userId, [
      ['transcription', 'budget', 0],
      ['visualelements', 'car', 0],
      ['transcription', 'budget', 50],
    ]);
    add(store, userId, [
      ['transcription', 'budget', 100],
      ...Array.from({ length: 10_500 }, (_, i) => ['visualelements', 'car', 200 + i] as const),
    ]);
    expect((await ask('said:budget -sees:car')).toSorted()).toEqual(['budget 100', 'budget 50']);
    expect(await ask('said:budget -sees:car', { limit: 1 })).toHaveLength(1);
    add(
      store,
      userId,
      Array.from({ length: 1100 }, (_, i) => ['transcription', 'budget draft', i] as const),
    );
    expect((await ask('budget -draft')).toSorted()).toEqual(['budget 0', 'budget 100', 'budget 50']);
    expect((await ask('said:budget -draft')).toSorted()).toEqual(['budget 0', 'budget 100', 'budget 50']);
  },
);
