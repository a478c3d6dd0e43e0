import { expect, test } from 'vitest';
import type { SegmentData } from '../../../src/contract/analysis/segment.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { addProcessed, addUser, findings, testStore } from '../store-fixture.ts';

const unit = (...values: number[]) => Float32Array.of(...values);
const embedding = (vector: Float32Array) => ({ model: 'toy@1', dimension: 2, vectors: [vector] });

async function setUp() {
  const { store, path } = await testStore();
  const userId = addUser(store);
  const vectors = [unit(1, 0), unit(1, 0)];
  const video = addProcessed(store, userId, ['red car', 'blue sky'], { vectors });
  const scope = { userId, videoIds: [video.id], whole: true };
  const list = () =>
    store.segments
      .list(userId, video.jobId)
      .map((row) => ({ ...row, data: row.data === null ? null : (JSON.parse(row.data) as SegmentData) }));
  const again = (texts: string[], some?: Float32Array[]) =>
    store.segments.replaceModule(video.id, findings(texts, { vectors: some }));
  return { store, path, userId, video, scope, list, again };
}

test('finds a corrected text by its new words and meaning only', async () => {
  const { store, userId, video, scope, list } = await setUp();
  const [id] = video.segmentIds;
  await store.search.nearest('toy@1', unit(0, 1), scope, 10);
  store.segments.correct(userId, id!, { content: 'green lorry' }, embedding(unit(0, 1)));
  expect(store.search.matching(scope, ['car'], 10)).toEqual([]);
  expect(store.search.matching(scope, ['lorri'], 10)).toEqual([id]);
  const near = await store.search.nearest('toy@1', unit(0, 1), scope, 10);
  expect(near[0]).toMatchObject({ segmentId: id, similarity: 1 });
  expect(near).toHaveLength(2);
  expect(list()[0]).toMatchObject({ content: 'green lorry', data: { corrected: true, original: 'red car' } });
});

test('removes a finding everywhere', async () => {
  const { store, path, userId, video, scope } = await setUp();
  expect(store.segments.discard(userId, video.segmentIds[0]!)).toBeDefined();
  expect(store.search.matching(scope, ['car'], 10)).toEqual([]);
  expect(await store.search.nearest('toy@1', unit(1, 0), scope, 10)).toHaveLength(1);
  const db = openDatabase({ path, isShared: true });
  for (const table of ['segments', 'segmentsFts', 'vectors']) {
    expect(db.column(`SELECT count(*) FROM ${table}`), table).toEqual([1]);
  }
  db.execute("INSERT INTO segmentsFts (segmentsFts) VALUES ('integrity-check')");
  db.close();
});

test('keeps edits and removals after each reanalysis', async () => {
  const { store, userId, video, scope, list, again } = await setUp();
  store.segments.correct(userId, video.segmentIds[0]!, { content: 'green lorry' }, embedding(unit(0, 1)));
  store.segments.discard(userId, video.segmentIds[1]!);
  for (let run = 0; run < 2; run++) {
    store.segments.delete(video.id);
    again(['red car', 'blue sky', 'end'], [unit(1, 0), unit(1, 0), unit(1, 0)]);
    expect(list().map((row) => row.content)).toEqual(['green lorry', 'end']);
    expect(store.search.matching(scope, ['lorri'], 10)).toEqual([list()[0]!.id]);
    const near = await store.search.nearest('toy@1', unit(0, 1), scope, 10);
    expect(near[0]).toMatchObject({ segmentId: list()[0]!.id, similarity: 1 });
  }
});

test('keeps an edit whose finding a reanalysis does not return', async () => {
  const { store, userId, video, list, again } = await setUp();
  store.segments.correct(userId, video.segmentIds[1]!, { content: 'gray sky', label: 'sky' }, null);
  again([]);
  expect(list()).toMatchObject([
    { content: 'gray sky', startTime: 1, endTime: 2, data: { label: 'sky', original: 'blue sky' } },
  ]);
});

test('reverts an edit that restores the original text', async () => {
  const { store, userId, video, list, again } = await setUp();
  const [id] = video.segmentIds;
  store.segments.correct(userId, id!, { content: 'green lorry' }, null);
  store.segments.correct(userId, id!, { content: 'red car' }, embedding(unit(1, 0)));
  expect(list()[0]).toMatchObject({ content: 'red car', data: null });
  again(['yellow car']);
  expect(list().map((row) => row.content)).toEqual(['yellow car']);
});

test('keeps a finding removed that was edited before', async () => {
  const { store, userId, video, list, again } = await setUp();
  store.segments.correct(userId, video.segmentIds[0]!, { content: 'green lorry' }, null);
  store.segments.discard(userId, video.segmentIds[0]!);
  again(['red car']);
  expect(list()).toEqual([]);
});

test("rejects edits and removals of another user's findings", async () => {
  const { store, video, list } = await setUp();
  const other = addUser(store, 'other');
  expect(store.segments.correct(other, video.segmentIds[0]!, { content: 'x' }, null)).toBeUndefined();
  expect(store.segments.discard(other, video.segmentIds[0]!)).toBeUndefined();
  expect(list().map((row) => row.content)).toEqual(['red car', 'blue sky']);
});

test('keeps edited times and added findings after each reanalysis', async () => {
  const { store, userId, video, list, again } = await setUp();
  const scope = { userId, videoIds: [video.id], whole: true };
  store.segments.correct(userId, video.segmentIds[1]!, { start: 1.25, end: 1.75 }, null);
  const draft = { content: 'a harbor', start_time: 0.4, end_time: 0.6, data: { added: true } };
  const added = store.segments.add(video.id, 'transcription', draft, embedding(unit(0, 1)));
  const ocr = store.segments.add(video.id, 'ocr', { ...draft, content: 'TAXI' }, null);
  expect(store.search.matching(scope, ['harbor'], 10)).toEqual([added]);
  for (let run = 0; run < 2; run++) {
    store.segments.delete(video.id);
    expect(
      list()
        .map((row) => row.content)
        .toSorted(),
    ).toEqual(['TAXI', 'a harbor']);
    again(['red car', 'blue sky'], [unit(1, 0), unit(1, 0)]);
    const rows = list();
    expect(rows.map((row) => [row.content, row.startTime, row.endTime])).toEqual([
      ['red car', 0, 1],
      ['TAXI', 0.4, 0.6],
      ['a harbor', 0.4, 0.6],
      ['blue sky', 1.25, 1.75],
    ]);
    expect(rows[3]?.data).toMatchObject({ corrected: true, original_start_time: 1, original_end_time: 2 });
    expect(rows[2]?.data).toEqual({ added: true });
    expect(store.search.matching(scope, ['harbor'], 10)).toEqual([rows[2]!.id]);
    expect(store.segments.get(userId, rows[2]!.id)?.engine).toBeNull();
  }
  expect(list().some(({ id }) => id === ocr)).toBe(true);
  // The times as found cancel the edit; an added finding is only gone when it is removed.
  const [, , harbor, sky] = list();
  store.segments.correct(userId, sky!.id, { start: 1, end: 2 }, null);
  expect(list().find(({ id }) => id === sky!.id)?.data).toBeNull();
  store.segments.correct(userId, harbor!.id, { content: 'a port' }, null);
  store.segments.correct(userId, harbor!.id, { content: 'a harbor' }, null);
  again(['red car', 'blue sky']);
  expect(list().map((row) => row.content)).toContain('a harbor');
  store.segments.discard(userId, list().find((row) => row.content === 'a harbor')!.id);
  again(['red car', 'blue sky']);
  expect(list().map((row) => row.content)).toEqual(['red car', 'TAXI', 'blue sky']);
  store.videos.delete(userId, video.jobId);
  expect(store.search.matching(scope, ['taxi'], 10)).toEqual([]);
});
