import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SegmentData } from '../../../src/contract/analysis/segment.ts';
import type { SearchFilters } from '../../../src/contract/search/search.ts';
import type { Store } from '../../../src/db/index.ts';
import type { Embedder } from '../../../src/server/embeddings/embedder.ts';
import type { SearchOptions } from '../../../src/server/search/search-options.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addProcessed, addUser, addVideo, findings, testStore } from '../../db/store-fixture.ts';
import { extendedTest } from '../../fixtures/extended.ts';

/** Semantic directions; a text points to those whose words it contains. */
const MEANINGS = [
  ['car', 'truck', 'vehicle', 'lorry'],
  ['dog', 'puppy', 'animal'],
  ['rain', 'storm', 'weather'],
];

function embedText(text: string): Float32Array {
  const vector = Float32Array.from([
    ...MEANINGS.map((words) => words.filter((word) => text.includes(word)).length),
    0.01,
  ]);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

const toy: Embedder = {
  engineId: () => 'toy@1',
  embed: async (texts) => ({ model: 'toy@1', dimension: 4, vectors: texts.map(embedText) }),
};
const none: Embedder = { engineId: () => 'toy@1', embed: async () => null };

function add(
  store: Store,
  userId: number,
  texts: readonly string[],
  module: 'transcription' | 'ocr' = 'transcription',
) {
  return addProcessed(store, userId, texts, { module, vectors: texts.map(embedText) });
}

async function setUp(embedder: Embedder = toy) {
  const { store, clock } = await testStore();
  const service = createSearchService(store, embedder);
  const ask = async (userId: number, query: string, options: Partial<SearchOptions> = {}) =>
    (await service.search(userId, { query, limit: 20, ...options })).hits.map((hit) => hit.content);
  return { store, clock, service, ask, userId: addUser(store) };
}

test('finds by stem and accent with keywords, and by embeddings where no word matches', async () => {
  const { store, ask, userId } = await setUp();
  add(store, userId, ['a lorry on the road', 'the puppy sleeps', 'a café in Zürich']);
  expect((await ask(userId, 'vehicle'))[0]).toBe('a lorry on the road');
  expect(await ask(userId, 'vehicle', { mode: 'keyword' })).toEqual([]);
  expect(await ask(userId, 'cafes zurich', { mode: 'keyword' })).toEqual(['a café in Zürich']);
  expect((await ask(userId, 'sleeping puppies'))[0]).toBe('the puppy sleeps');
});

test.each([
  ['nine thousand', 'They pay me $9,000 a year'],
  ['neuntausend', 'They pay me $9,000 a year'],
  ['$9,000 a year', 'Sie zahlen neuntausend im Jahr'],
  ['14 turbines', 'fourteen turbines are planned'],
  ['thirty eight million', 'It costs 38 million dollars'],
  ['38 Millionen', 'It costs 38 million dollars'],
  ['38,000,000', 'Das kostet achtunddreißig Millionen'],
])('finds numbers in digits and in words: %s', async (query, found) => {
  const { store, ask, userId } = await setUp(none);
  const others = ['The year began well', 'A turbine stands in 15 meters', 'A million birds', 'Eight of thirty came'];
  add(store, userId, [...others, 'They pay me $9,000 a year', 'Sie zahlen neuntausend im Jahr']);
  add(store, userId, [
    'fourteen turbines are planned',
    'It costs 38 million dollars',
    'Das kostet achtunddreißig Millionen',
  ]);
  const hits = await ask(userId, query, { mode: 'keyword' });
  expect(hits.slice(0, 2)).toContain(found);
});

test('states the sentence or the shot around a brief hit', async () => {
  const { store, service, userId } = await setUp(none);
  const video = addProcessed(store, userId, []);
  const put = (module: 'transcription' | 'scenes' | 'keywords' | 'ocr', spans: [string, number, number][]) =>
    store.segments.replaceModule(video.id, {
      module,
      engine: 'e@1',
      segments: spans.map(([content, start_time, end_time]) => ({ content, start_time, end_time, data: null })),
    });
  put('transcription', [
    ['We saw the harbor', 1, 4],
    ['and left', 6, 8],
  ]);
  put('scenes', [
    ['Shot 1', 0, 5],
    ['Shot 2', 5, 9],
  ]);
  put('keywords', [['quay', 2, 2.2]]);
  put('ocr', [
    ['QUAY', 3, 3.5],
    ['QUAY', 5, 9],
  ]);
  const { hits } = await service.search(userId, { query: 'quay', limit: 20, mode: 'keyword' });
  const passageOf = (module: string, start: number) =>
    hits.find((hit) => hit.module === module && hit.start_time === start)!.passage;
  expect(passageOf('keywords', 2)).toEqual({ start_time: 1, end_time: 4 });
  expect(passageOf('ocr', 3)).toEqual({ start_time: 0, end_time: 5 });
  expect(passageOf('ocr', 5)).toBeUndefined();
});

test('returns segments with their job and cosine similarity', async () => {
  const { store, service, userId } = await setUp();
  const video = add(store, userId, ['a dog in the rain', 'a car']);
  const { hits, semantic } = await service.search(userId, { query: 'dog', limit: 1 });
  expect(semantic).toBe(true);
  expect(hits).toEqual([
    {
      id: String(video.segmentIds[0]),
      job_id: video.jobId,
      module: 'transcription',
      content: 'a dog in the rain',
      start_time: 0,
      end_time: 1,
      data: null,
      engine: 'test@1',
      rank: 1,
      similarity: expect.closeTo(Math.SQRT1_2, 4),
      match: 'words',
    },
  ]);
});

test('restricts hits to the user, processed videos, selected videos, modules, and projects', async () => {
  const { store, ask, userId } = await setUp();
  const other = addUser(store, 'other');
  add(store, other, ['foreign car']);
  const first = add(store, userId, ['first car']);
  const second = add(store, userId, ['second car'], 'ocr');
  const open = addVideo(store, userId);
  store.segments.replaceModule(open.id, findings(['open car'], { vectors: [embedText('car')] }));
  const project = store.projects.create(userId, { name: 'p', description: null });
  store.videos.update(userId, second.jobId, { projectId: project.id });
  const theirs = store.projects.create(other, { name: 'p', description: null });

  for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
    expect((await ask(userId, 'car', { mode })).toSorted(), mode).toEqual(['first car', 'second car']);
    expect(await ask(userId, 'car', { mode, jobIds: [first.jobId] }), mode).toEqual(['first car']);
    expect(await ask(userId, 'car', { mode, modules: ['ocr'] }), mode).toEqual(['second car']);
    expect(await ask(userId, 'car', { mode, modules: [] }), mode).toEqual([]);
    expect(await ask(userId, 'car', { mode, projectId: project.id }), mode).toEqual(['second car']);
    expect(await ask(userId, 'car', { mode, projectId: theirs.id }), mode).toEqual([]);
    expect(await ask(userId, 'car', { mode, jobIds: [open.jobId, 'x'] }), mode).toEqual([]);
    expect(await ask(other, 'car', { mode, jobIds: [first.jobId] }), mode).toEqual([]);
  }
});

test("finds the only video of a user among thousands of another's", async () => {
  const { store, ask, userId } = await setUp();
  const crowd = addUser(store, 'crowd');
  const wanted = add(store, userId, ['the car of the small user']);
  const crowded = (i: number) => Array.from({ length: 40 }, (_, k) => `the car ${i} ${k}`);
  store.transaction(() => {
    for (let i = 0; i < 70; i++) add(store, crowd, crowded(i));
  });
  for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
    expect(await ask(userId, 'the car', { mode }), mode).toEqual(['the car of the small user']);
  }
  expect(wanted.segmentIds).toHaveLength(1);
  const many = await ask(crowd, 'the car', { limit: 500 });
  expect(many).toHaveLength(100);
  expect(many.some((content) => content.includes('small user'))).toBe(false);
});

test('searches many selected videos completely, and no others', async () => {
  const { store, ask, userId } = await setUp();
  const videos = store.transaction(() =>
    Array.from({ length: 320 }, (_, i) => add(store, userId, [`the car ${i < 160 ? 'early' : 'late'} ${i}`])),
  );
  const jobIds = videos.slice(0, 160).map((video) => video.jobId);
  for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
    const hits = await ask(userId, 'the car', { mode, jobIds, limit: 100 });
    expect(hits, mode).toHaveLength(100);
    expect(
      hits.every((content) => content.includes('early')),
      mode,
    ).toBe(true);
  }
});

test('common words neither hide nor outrank a discriminative one', async () => {
  const { store, ask, userId } = await setUp();
  const filler = Array.from({ length: 300 }, (_, i) => `the man and the woman in the room number ${i}`);
  add(store, userId, [...filler.slice(0, 150), 'a zeppelin in the sky', ...filler.slice(150)]);
  const hits = await ask(userId, 'the zeppelin in the room', { mode: 'keyword' });
  expect(hits[0]).toBe('a zeppelin in the sky');
  expect((await ask(userId, 'where is the zeppelin', { mode: 'keyword' })).length).toBe(1);
  expect((await ask(userId, 'the', { mode: 'keyword' })).length).toBe(20);
});

test('quotes require the exact phrase; incomplete and misspelled words still match', async () => {
  const { store, ask, userId } = await setUp();
  add(store, userId, ['red car and blue sky', 'blue car under a red sky', 'a photographer', '東京タワーの夜景']);
  const keyword = (query: string) => ask(userId, query, { mode: 'keyword' });
  expect(await keyword('"red sky"')).toEqual(['blue car under a red sky']);
  expect(await keyword('"sky red"')).toEqual([]);
  expect(await keyword('photogr')).toEqual(['a photographer']);
  expect(await keyword('fotographer')).toEqual([]);
  expect(await keyword('phtographer')).toEqual(['a photographer']);
  expect(await keyword('タワー')).toEqual(['東京タワーの夜景']);
  expect(await keyword('夜')).toEqual(['東京タワーの夜景']);
});

test('finds a quoted phrase exactly, in every mode', async () => {
  const { store, ask, userId } = await setUp();
  add(store, userId, ['the age of wisdom', 'the wisdom of cars', 'a car of wisdom', 'dogs and cars', 'a car by a dog']);
  for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
    expect(await ask(userId, '"wisdom of"', { mode }), mode).toEqual(['the wisdom of cars']);
    expect(await ask(userId, '"car of" vehicle', { mode }), mode).toEqual(['a car of wisdom']);
    expect(await ask(userId, '"wisdoms of"', { mode }), mode).toEqual([]);
    expect(await ask(userId, '"vehicles"', { mode }), mode).toEqual([]);
  }
});

test('ranks phrase hits of vector mode by similarity', async () => {
  const { store, ask, userId } = await setUp();
  add(store, userId, ['in the rain', 'the dog in the rain and a storm', 'a car in the rain']);
  expect((await ask(userId, '"the rain"', { mode: 'vector' }))[0]).toBe('in the rain');
});

test('keyword search works without an engine, and reports it', async () => {
  const { store, service, userId } = await setUp(none);
  add(store, userId, ['a car']);
  const outcome = await service.search(userId, { query: 'car', limit: 5 });
  expect(outcome).toMatchObject({ semantic: false, hits: [{ content: 'a car', similarity: 0 }] });
  await expect(service.search(userId, { query: 'car', limit: 5, mode: 'vector' })).rejects.toMatchObject({
    code: 'model_unavailable',
  });
});

test('excludes deleted and replaced segments', async () => {
  const { store, ask, userId } = await setUp();
  const video = add(store, userId, ['old car']);
  const kept = add(store, userId, ['kept car']);
  expect(await ask(userId, 'car')).toHaveLength(2);
  store.segments.replaceModule(video.id, findings(['new car'], { vectors: [embedText('car')] }));
  expect((await ask(userId, 'car')).toSorted()).toEqual(['kept car', 'new car']);
  store.videos.delete(userId, kept.jobId);
  expect(await ask(userId, 'car')).toEqual(['new car']);
});

extendedTest('no text fails a search or escapes its scope', async () => {
  const { store, service, userId } = await setUp();
  add(store, userId, ['a car "quoted" AND NOT near(x)', 'column: content', 'OR *']);
  add(store, addUser(store, 'other'), ['secret car', 'u1 v1']);
  const nasty = fc.constantFrom(
    '"',
    '*',
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    ')',
    '^',
    ':',
    'scope:',
    '§u2',
    '{',
    '-',
    "'",
    '\0',
    '😀',
    '東京',
    'car',
  );
  const text = fc.oneof(
    fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      const { hits } = await service.search(userId, { query, limit: 50 });
      expect(hits.some((hit) => hit.content.includes('secret') || hit.content === 'u1 v1')).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('finds the lines of a speaker by name or label, alone and with words', async () => {
  const { store, ask, userId } = await setUp();
  const add = (name: string | null) => {
    const video = addProcessed(store, userId, []);
    const lines = [
      ['the dog sleeps', 'S1'],
      ['a dog barks', 'S2'],
      ['good night', 'S1'],
    ];
    store.segments.replaceModule(video.id, {
      module: 'transcription',
      engine: 'test@1',
      segments: lines.map(([content, speaker], i) => ({
        content: content!,
        start_time: i,
        end_time: i + 1,
        data: { speaker: speaker!, speaker_id: speaker! },
      })),
      speakers: {
        engine: 'voices@1',
        minSimilarity: 0.9,
        speakers: ['S1', 'S2'].map((label, i) => ({ label, embedding: Float32Array.of(i, 1 - i) })),
      },
    });
    if (name) store.speakers.rename(video.id, 'S1', name);
    return video;
  };
  const named = add('Anna Meier');
  const other = add(null);
  expect(await ask(userId, 'speaker:"anna meier"')).toEqual(['the dog sleeps', 'good night']);
  expect(await ask(userId, 'dog speaker:"Anna Meier"')).toEqual(['the dog sleeps']);
  // A part of the name suffices where nobody has it as a whole.
  expect(await ask(userId, 'dog speaker:anna')).toEqual(['the dog sleeps']);
  expect(await ask(userId, 'dog speaker:MÉIER')).toEqual(['the dog sleeps']);
  expect(await ask(userId, 'dog speaker:Ann')).toEqual([]);
  expect(await ask(userId, 'sprecher:S2 dog', { jobIds: [other.jobId] })).toEqual(['a dog barks']);
  expect(await ask(userId, 'speaker:S2', { limit: 1 })).toEqual(['a dog barks']);
  // A speaker without a name is found by the one that is shown.
  expect(await ask(userId, 'speaker:"Speaker 1"')).toEqual(['the dog sleeps', 'good night']);
  expect(await ask(userId, 'sprecher:"sprecher 1" dog')).toEqual(['the dog sleeps']);
  expect(await ask(userId, 'said:dog speaker:"Speaker 2"', { jobIds: [other.jobId] })).toEqual(['a dog barks']);
  expect(await ask(userId, 'speaker:"Speaker 1"', { jobIds: [named.jobId] })).toEqual([]);
  expect(await ask(userId, 'speaker:Speaker')).toEqual([]);
  expect(await ask(userId, 'speaker:Nobody dog')).toEqual([]);
  expect(await ask(userId, 'speaker:S1', { modules: ['ocr'] })).toEqual([]);
  expect(await ask(addUser(store, 'other'), 'speaker:S1')).toEqual([]);
});

test('a brand is found by a word of its name', async () => {
  const { store, ask, userId } = await setUp();
  for (const label of ['Coca-Cola', 'Coca Cola', 'Pepsi'])
    addProcessed(store, userId, [label], { module: 'logos', data: { label } });
  for (const q of ['brand:Coca', 'brand:coca', 'brand:cola', 'brand:"Coca-Cola"', 'brand:Coca-Cola'])
    expect([q, await ask(userId, q)]).toEqual([q, expect.arrayContaining(['Coca-Cola', 'Coca Cola'])]);
});

test('AND demands all its words in every mode, NOT refuses hits by keywords and embeddings', async () => {
  const { store, ask, userId } = await setUp();
  add(store, userId, ['a car and a dog', 'a car alone', 'a dog alone', 'a lorry and a puppy']);
  for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
    expect(await ask(userId, 'car AND dog', { mode }), mode).toEqual(['a car and a dog']);
  }
  const noCars = await ask(userId, 'dog NOT car');
  expect(noCars[0]).toBe('a dog alone');
  expect(noCars).not.toContain('a car and a dog');
  expect(await ask(userId, 'vehicle -lorry')).not.toContain('a lorry and a puppy');
});

test.each([150, 400])('NOT leaves semantic hits though the nearest %d have what it excludes', async (length) => {
  const { store, ask, userId } = await setUp();
  const near = Array.from({ length }, (_, i) => `a car ${i}`);
  addProcessed(store, userId, [...near, 'a lorry'], {
    vectors: [...near.map(() => embedText('a car')), embedText('a lorry')],
  });
  expect(await ask(userId, 'vehicle NOT car', { mode: 'vector' })).toEqual(['a lorry']);
});

test('filters limit videos by date, duration, and language, and findings by confidence', async () => {
  const { store, clock, ask, userId } = await setUp();
  const add = (text: string, duration: number, data: SegmentData = {}) =>
    addProcessed(store, userId, [text], { vectors: [embedText('dog')], duration, data });
  clock.at = Date.parse('2026-01-01T12:00:00Z');
  add('an old dog', 60);
  clock.at = Date.parse('2026-01-02T12:00:00Z');
  add('a long dog', 600);
  clock.at = Date.parse('2026-01-03T12:00:00Z');
  add('ein Hund', 60, { language: 'de', confidence: 0.4 });
  const found = async (filters: SearchFilters) => (await ask(userId, 'dog', { filters })).toSorted();
  expect(await found({ added_before: '2026-01-02T00:00:00.000' })).toEqual(['an old dog']);
  expect(await found({ added_from: '2026-01-02T00:00:00.000' })).toEqual(['a long dog', 'ein Hund']);
  expect(await found({ min_duration: 300 })).toEqual(['a long dog']);
  expect(await found({ max_duration: 300 })).toEqual(['an old dog', 'ein Hund']);
  expect(await found({ language: 'de' })).toEqual(['ein Hund']);
  expect(await found({ language: 'de', min_confidence: 0.5 })).toEqual([]);
  expect(await found({ min_confidence: 0.5 })).toEqual(['a long dog', 'an old dog']);
  expect(store.search.languages(userId)).toEqual([{ language: 'de', jobIds: [expect.any(String)] }]);
  expect(store.search.languages(addUser(store, 'another'))).toEqual([]);
});

test('finds within parts of videos, also where those are not among the best hits', async () => {
  const { store, ask, userId } = await setUp();
  const video = addProcessed(
    store,
    userId,
    Array.from({ length: 150 }, (_, i) => `a dog at ${i}`),
    {
      vectors: Array.from({ length: 150 }, () => embedText('dog')),
      duration: 150,
    },
  );
  const [last] = store.search.segments(userId, video.segmentIds).slice(-1);
  const within = [{ videoId: video.id, startTime: last!.startTime + 0.1, endTime: last!.endTime }];
  for (const query of ['dog', 'said:dog', '"dog"'])
    expect(await ask(userId, query, { within, limit: 1 }), query).toEqual(['a dog at 149']);
  expect(await ask(userId, 'dog', { within: [] })).toEqual([]);
});
