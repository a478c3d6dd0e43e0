import { expect, onTestFinished, test } from 'vitest';
import { formatTimestamp } from '../../../src/base/time.ts';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import type { SegmentData } from '../../../src/contract/analysis/segment.ts';
import type { SavedFilters } from '../../../src/contract/search/saved-searches.ts';
import type { Store } from '../../../src/db/index.ts';
import type { VideoRow } from '../../../src/db/schema.ts';
import { JobEvents } from '../../../src/server/jobs/job-events.ts';
import { jobStatusOf } from '../../../src/server/jobs/status.ts';
import { createMomentsService } from '../../../src/server/moments/moments.ts';
import { NewHits } from '../../../src/server/search/new-hits.ts';
import { createSavedSearchesService } from '../../../src/server/search/saved-searches.ts';
import type { SearchOptions } from '../../../src/server/search/search-options.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addUser, addVideo, testStore } from '../../db/store-fixture.ts';

type Finding = readonly [module: ModuleName, content: string, start: number, data?: SegmentData];

async function setUp() {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  const events = new JobEvents();
  const service = createSearchService(store, { engineId: () => 'none', embed: async () => null });
  const moments = createMomentsService(store);
  const searched: SearchOptions[] = [];
  /** Called while a search runs, one for each. */
  const meanwhile: (() => void)[] = [];
  const begin = () => {
    const search: typeof service.search = (owner, options, signal) => {
      searched.push(options);
      meanwhile.shift()?.();
      return service.search(owner, options, signal);
    };
    const newHits = new NewHits({ store, events, search: { search }, moments, log: silent });
    onTestFinished(() => newHits.close());
    return newHits;
  };
  const newHits = begin();
  const saved = createSavedSearchesService(store);
  const save = (query: string, filters: SavedFilters = {}, notify = false) =>
    saved.create(userId, { name: query, query, filters, notify }).id;
  /** New hits by search. */
  const counts = () => Object.fromEntries(saved.list(userId).map(({ name, new_hits }) => [name, new_hits]));
  const end = (video: VideoRow) =>
    events.publish(video.jobId, { name: 'completed', body: jobStatusOf(store.jobs.get(video.userId, video.jobId)!) });
  /** Analyzes a video; publishes the end. */
  const analyze = async (video: VideoRow, findings: readonly Finding[]) => {
    run(store, video, findings);
    end(video);
    await newHits.settled();
  };
  return { end, store, clock, userId, moments, saved, save, counts, analyze, newHits, begin, searched, meanwhile };
}

const silent = { debug() {}, info() {}, warn() {}, error: (message: string) => expect.unreachable(message) };

function run(store: Store, video: VideoRow, findings: readonly Finding[]): void {
  const modules = [...new Set(findings.map(([module]) => module))];
  store.jobs.enqueue(video.userId, video.jobId, { action: 'process', modules });
  store.jobs.claimNext();
  for (const [module, own] of Map.groupBy(findings, ([name]) => name)) {
    const segments = own.map(([, content, start_time, data = null]) => ({
      content,
      start_time,
      end_time: start_time + 2,
      data,
    }));
    const labels = [...new Set(own.flatMap(([, , , data]) => (data as { speaker?: string })?.speaker ?? []))];
    const voices = labels.map((label, i) => ({ label, embedding: Float32Array.of(i, 1 - i) }));
    store.segments.replaceModule(video.id, {
      module,
      engine: 'test@1',
      segments,
      ...(voices.length > 0 && { speakers: { engine: 'voices@1', minSimilarity: 0.9, speakers: voices } }),
    });
    store.jobs.setModule(video.id, module, { status: 'completed', engine: 'test@1' });
  }
  store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
}

const COUNCIL: readonly Finding[] = [
  ['transcription', 'The budget is two million.', 0],
  ['visualelements', 'car', 3],
  ['transcription', 'Two more questions.', 60],
];

test('hits of an analysis are new until they are seen, for searches that were saved before it', async () => {
  const { store, userId, saved, save, counts, analyze, searched } = await setUp();
  const budget = save('said:budget sees:vehicle');
  save('two million');
  save('budget', { modules: ['ocr'] });
  save('said:taxes');
  const video = addVideo(store, userId, 'Council');
  await analyze(video, COUNCIL);
  // Of plain words, a finding has all.
  expect(counts()).toEqual({ 'said:budget sees:vehicle': 1, 'two million': 1, budget: 0, 'said:taxes': 0 });
  expect(searched.map(({ jobIds }) => jobIds)).toEqual(Array(4).fill([video.jobId]));

  save('car');
  expect(counts()).toMatchObject({ car: 0 });
  const [hit, ...more] = saved.markSeen(userId, budget);
  expect(hit).toMatchObject({ job_id: video.jobId, content: 'The budget is two million.', match: 'words', rank: 1 });
  expect(more).toEqual([]);
  expect(saved.list(userId).find(({ id }) => id === budget)).toMatchObject({
    new_hits: 0,
    seen_at: expect.any(String),
  });
  expect(saved.newHits(userId, budget)).toEqual([]);
});

test('another analysis adds only what no earlier one found', async () => {
  const { store, userId, saved, save, counts, analyze } = await setUp();
  const seen = save('said:budget');
  save('budget');
  const video = addVideo(store, userId, 'Council');
  await analyze(video, COUNCIL);
  saved.markSeen(userId, seen);
  // The same findings: nothing is new, and what nobody has seen stays new.
  await analyze(video, COUNCIL);
  expect(counts()).toEqual({ 'said:budget': 0, budget: 1 });
  await analyze(video, [...COUNCIL, ['transcription', 'The budget again.', 90], ['ocr', 'BUDGET 2026', 4]]);
  expect(counts()).toEqual({ 'said:budget': 1, budget: 3 });
  expect(saved.newHits(userId, seen)).toMatchObject([{ content: 'The budget again.', start_time: 90 }]);
  // Another type of findings, the others untouched.
  await analyze(video, [['logos', 'Budget Cars', 8]]);
  expect(counts()).toEqual({ 'said:budget': 1, budget: 4 });
});

test('a changed query, the trash, and another user have no new hits', async () => {
  const { store, userId, saved, save, counts, analyze } = await setUp();
  const id = save('budget');
  const other = addUser(store, 'other');
  saved.create(other, { name: 'theirs', query: 'budget' });
  const video = addVideo(store, userId);
  await analyze(video, COUNCIL);
  expect(saved.list(other)).toMatchObject([{ new_hits: 0 }]);
  expect(() => saved.newHits(other, id)).toThrow('Saved search not found.');
  store.videos.trash(userId, video.jobId);
  expect(counts()).toEqual({ budget: 0 });
  store.videos.restore(userId, video.jobId);
  expect(counts()).toEqual({ budget: 1 });
  saved.update(userId, id, { name: 'Money' });
  expect(counts()).toEqual({ Money: 1 });
  saved.update(userId, id, { query: 'million' });
  expect(counts()).toEqual({ Money: 0 });
});

test('new hits are announced once: to listeners, webhooks, and as a notification if wanted', async () => {
  const { store, userId, save, analyze } = await setUp();
  const webhook = store.webhooks.create(userId, {
    name: null,
    url: 'http://127.0.0.1:9/',
    allowsPublic: 0,
    sealedSecret: new Uint8Array(1),
    events: JSON.stringify(['search.matched']),
  });
  const id = save('budget', {}, true);
  save('million');
  const changed: number[] = [];
  store.savedSearches.onChange((change) => changed.push(change.id));
  const video = addVideo(store, userId, 'Council');
  await analyze(video, COUNCIL);
  await analyze(video, COUNCIL);
  expect(changed).toContain(Number(id));
  const [notification, ...more] = store.notifications.list(userId);
  expect(notification).toMatchObject({
    title: 'New results for “budget”',
    message: '1 new result in “Council”.',
    jobId: video.jobId,
  });
  expect(more).toEqual([]);
  const sent = store.webhookDeliveries.list(webhook.id).map(({ payload }) => JSON.parse(payload).data);
  const found = { job_id: video.jobId, video_name: 'Council', new_hits: 1 };
  expect(sent).toMatchObject([
    { ...found, saved_search_name: 'million' },
    { ...found, saved_search_id: id, saved_search_name: 'budget', query: 'budget' },
  ]);
});

test('what an ended process did not look at is looked at after the next start', async () => {
  const { store, userId, save, counts, newHits, begin } = await setUp();
  save('budget');
  const video = addVideo(store, userId);
  run(store, video, COUNCIL);
  store.savedSearches.setPending(video.id);
  await newHits.close();
  const next = begin();
  next.check();
  await next.settled();
  expect(counts()).toEqual({ budget: 1 });
  expect(store.savedSearches.pending()).toEqual([]);
});

test('a run that ends while another one is looked at is looked at too', async () => {
  const { store, userId, save, counts, analyze, end, meanwhile } = await setUp();
  save('budget');
  save('car');
  const video = addVideo(store, userId);
  // The first search has passed when the second run ends.
  meanwhile.push(
    () => {},
    () => {
      run(store, video, [...COUNCIL, ['ocr', 'BUDGET 2026', 4]]);
      end(video);
    },
  );
  await analyze(video, COUNCIL);
  expect(counts()).toEqual({ budget: 2, car: 1 });
  expect(store.savedSearches.pending()).toEqual([]);
});

test('hits of a query that changes while it is searched for are not kept', async () => {
  const { store, userId, saved, save, counts, analyze, meanwhile } = await setUp();
  const id = save('budget');
  meanwhile.push(() => void saved.update(userId, id, { query: 'taxes' }));
  await analyze(addVideo(store, userId), COUNCIL);
  expect(counts()).toEqual({ budget: 0 });
});

test('the hits in another file of a video are new', async () => {
  const { store, userId, save, counts, analyze } = await setUp();
  save('budget');
  const video = addVideo(store, userId);
  await analyze(video, COUNCIL);
  expect(counts()).toEqual({ budget: 1 });
  store.videos.replaceSource(userId, video.jobId, { fileSize: 7 });
  expect(counts()).toEqual({ budget: 0 });
  await analyze(video, [['ocr', 'BUDGET 2027', 4]]);
  expect(counts()).toEqual({ budget: 1 });
});

test('each filter of a saved search limits its new hits and notifications', async () => {
  const { store, clock, userId, moments, saved, analyze } = await setUp();
  const council = addVideo(store, userId, 'Council', 60);
  const project = store.projects.create(userId, { name: 'City', description: null });
  store.videos.update(userId, council.jobId, { projectId: project.id });
  moments.create(userId, { job_id: council.jobId, start_time: 0, end_time: 10, title: 'Opening', tags: ['Key'] });
  clock.at += 86_400_000;
  const other = addVideo(store, userId, 'Other', 120);

  const all = {
    first: 'The budget is two million.',
    brand: 'Budget Cars',
    later: 'On the budget.',
    other: 'My budget.',
  };
  const next = formatTimestamp(clock.at);
  const rows: [name: string, query: string, filters: SavedFilters, expected: (keyof typeof all)[]][] = [
    ['none', 'budget', {}, ['other', 'first', 'brand', 'later']],
    ['tag', 'budget', { within_tag: 'key' }, ['first', 'brand']],
    ['tag with fields', 'said:budget', { within_tag: 'key' }, ['first']],
    ['unknown tag', 'budget', { within_tag: '77' }, []],
    ['speaker', 'speaker:S1 budget', {}, ['first']],
    ['brand', 'brand:"Budget Cars"', {}, ['brand']],
    ['project', 'budget', { project_id: String(project.id) }, ['first', 'brand', 'later']],
    ['from', 'budget', { added_from: next }, ['other']],
    ['before', 'budget', { added_before: next }, ['first', 'brand', 'later']],
    ['length', 'budget', { min_duration: 100, max_duration: 200 }, ['other']],
    ['language', 'budget', { language: 'de' }, ['first', 'brand', 'later']],
    ['confidence', 'budget', { min_confidence: 0.9 }, ['first']],
    ['types', 'budget', { modules: ['logos'] }, ['brand']],
  ];
  for (const [name, query, filters] of rows) saved.create(userId, { name, query, filters, notify: true });
  const said = (speaker: string, confidence: number) => ({ speaker, speaker_id: speaker, confidence, language: 'de' });
  await analyze(council, [
    ['transcription', all.first, 1, said('S1', 0.95)],
    ['transcription', all.later, 40, said('S2', 0.6)],
    ['logos', all.brand, 8, { confidence: 0.6 }],
  ]);
  await analyze(other, [['transcription', all.other, 1, { language: 'en', confidence: 0.6 }]]);

  const found = saved
    .list(userId)
    .map(({ id, name }) => [name, saved.newHits(userId, id).map(({ content }) => content)]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(rows.map(([name, , , expected]) => [name, expected.map((one) => all[one])])),
  );
  const notified = store.notifications.list(userId).map(({ title }) => title);
  expect(new Set(notified)).toEqual(
    new Set(rows.filter(([, , , expected]) => expected.length > 0).map(([name]) => `New results for “${name}”`)),
  );
});
