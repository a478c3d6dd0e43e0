import { expect, test } from 'vitest';
import type { SegmentData, SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { openDatabase } from '../../src/db/open.ts';
import { addProcessed, addUser, testStore } from './store-fixture.ts';

/** A line with a word in each second. */
function line(content: string, start: number): SegmentDraft {
  const texts = content.split(' ');
  const words = texts.map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8, confidence: 0.9 }));
  return { content, start_time: start, end_time: start + texts.length - 0.2, data: { words } };
}
const LINES = [line('we shall meat again', 0), line('some sunny day', 10), line('keep smiling', 20)];

async function setUp() {
  const { store, path } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, []);
  const analyze = (segments: SegmentDraft[]) =>
    store.segments.replaceModule(video.id, { module: 'transcription', engine: 'test@1', segments });
  const ids = analyze(LINES);
  const list = () =>
    store.segments
      .list(userId, video.jobId)
      .map((row) => ({ ...row, data: JSON.parse(row.data ?? 'null') as SegmentData | null }));
  const texts = () => list().map(({ content, startTime, endTime }) => [content, startTime, endTime]);
  const row = (id: number) => store.segments.get(userId, id)!;
  const find = (term: string) => store.search.matching({ userId, videoIds: [video.id], whole: true }, [term], 10);
  const corrections = () => {
    const db = openDatabase({ path, isShared: true });
    const [count] = db.column<number>('SELECT count(*) FROM corrections');
    db.execute("INSERT INTO segmentsFts (segmentsFts) VALUES ('integrity-check')");
    db.close();
    return count;
  };
  return { store, userId, video, analyze, ids, list, texts, row, find, corrections };
}

test('words of an edited line keep their times', async () => {
  const { store, userId, ids, list } = await setUp();
  store.segments.correct(userId, ids[0]!, { content: 'We shall meet again!' }, null);
  expect(list()[0]!.data).toMatchObject({
    corrected: true,
    original: 'we shall meat again',
    words: [
      { text: 'We', start_time: 0 },
      { text: 'shall', start_time: 1, end_time: 1.8, confidence: 0.9 },
      { text: 'meet', start_time: 2, end_time: 2.8 },
      { text: 'again!', start_time: 3 },
    ],
  });
});

test('a split line is two findings, which search finds apart', async () => {
  const { store, ids, texts, row, find, list } = await setUp();
  const second = store.segments.split(row(ids[0]!), 9)!;
  expect(texts().slice(0, 2)).toEqual([
    ['we shall', 0, 1.8],
    ['meat again', 2, 3.8],
  ]);
  expect(find('shall')).toEqual([ids[0]]);
  expect(find('meat')).toEqual([second]);
  expect(list()[1]!.data?.words?.map(({ text }) => text)).toEqual(['meat', 'again']);
  expect(list()[1]!.data?.corrected).toBeUndefined();
});

test('merged again, a split line leaves no trace', async () => {
  const { store, ids, row, list, corrections } = await setUp();
  const before = list();
  const second = store.segments.split(row(ids[0]!), 9)!;
  store.segments.merge(row(ids[0]!), row(second));
  expect(list()).toEqual(before);
  expect(corrections()).toBe(0);
});

test('split again, merged lines leave no trace', async () => {
  const { store, ids, row, list, texts, find, corrections } = await setUp();
  const before = list();
  store.segments.merge(row(ids[0]!), row(ids[1]!));
  expect(texts()[0]).toEqual(['we shall meat again some sunny day', 0, 12.8]);
  expect(find('sunni')).toEqual([ids[0]]);
  store.segments.split(row(ids[0]!), 20);
  expect(list().map(({ id: _, ...rest }) => rest)).toEqual(before.map(({ id: _, ...rest }) => rest));
  expect(corrections()).toBe(0);
});

test('a removed line is restored with its edit', async () => {
  const { store, userId, video, ids, row, texts, find, corrections } = await setUp();
  store.segments.correct(userId, ids[1]!, { content: 'some rainy day' }, null);
  const edited = store.segments.removeLine(row(ids[1]!));
  const plain = store.segments.removeLine(row(ids[2]!));
  expect(texts()).toHaveLength(1);
  const other = addProcessed(store, userId, []);
  expect(store.segments.restore(other.id, edited)).toBeUndefined();
  const restored = store.segments.restore(video.id, edited)!;
  store.segments.restore(video.id, plain);
  expect(store.segments.restore(video.id, plain)).toBeUndefined();
  expect(texts().map(([content]) => content)).toEqual(['we shall meat again', 'some rainy day', 'keep smiling']);
  expect(row(restored)).toMatchObject({ engine: 'test@1' });
  expect(find('raini')).toEqual([restored]);
  expect(corrections()).toBe(1);
});

test('edits outlive a reanalysis that finds the same', async () => {
  const { store, userId, ids, row, list, analyze } = await setUp();
  store.segments.correct(userId, ids[0]!, { content: 'we shall meet again' }, null);
  store.segments.split(row(ids[0]!), 9);
  store.segments.merge(row(ids[1]!), row(ids[2]!));
  const before = list().map(({ id: _, ...rest }) => rest);
  for (let run = 0; run < 2; run++) {
    analyze(LINES);
    expect(list().map(({ id: _, ...rest }) => rest)).toEqual(before);
  }
});

test('edits outlive a reanalysis that divides the speech into other lines, without repeated or lost words', async () => {
  const { store, userId, ids, row, texts, analyze } = await setUp();
  store.segments.correct(userId, ids[1]!, { content: 'some rainy day' }, null);
  store.segments.split(row(ids[2]!), 5);
  analyze([
    line('so we shall', -0.9),
    line('meat again', 2.1),
    line('x x x x x x some sunny day x', 4),
    line('keep smiling now', 20),
  ]);
  expect(texts().map(([content]) => content)).toEqual([
    'so we shall',
    'meat again',
    'x x x x x x',
    'some rainy day',
    'x',
    'keep',
    'smiling',
    'now',
  ]);
});

test('reverting a split line keeps the split', async () => {
  const { store, userId, ids, row, list, texts } = await setUp();
  const second = store.segments.split(row(ids[0]!), 9)!;
  store.segments.correct(userId, second, { content: 'meet again' }, null);
  expect(list()[1]!.data).toMatchObject({ corrected: true, original: 'meat again' });
  store.segments.correct(userId, second, { content: 'meat again' }, null);
  expect(list()[1]!.data?.corrected).toBeUndefined();
  expect(texts().slice(0, 2)).toEqual([
    ['we shall', 0, 1.8],
    ['meat again', 2, 3.8],
  ]);
});
