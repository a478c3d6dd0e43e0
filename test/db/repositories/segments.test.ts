import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { addProcessed, addUser, addVideo, draft, findings, testStore } from '../store-fixture.ts';

const unit = (...values: number[]) => Float32Array.of(...values);

test('returns complete segments in time order, optionally by module', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const data = { confidence: 0.5, boxes: [{ x: 0, y: 0, width: 1, height: 0.5 }] };
  store.segments.replaceModule(video.id, {
    ...findings([]),
    segments: [draft('late', 9), { ...draft('early', 1.234), data }],
  });
  store.segments.replaceModule(video.id, findings(['title'], { module: 'ocr' }));
  const rows = store.segments.list(userId, video.jobId);
  expect(rows.map((row) => row.content)).toEqual(['title', 'early', 'late']);
  expect(rows[1]).toMatchObject({ startTime: 1.234, endTime: 2.234, engine: 'test@1', data: JSON.stringify(data) });
  expect(store.segments.list(userId, video.jobId, ['ocr']).map((row) => row.content)).toEqual(['title']);
  expect(store.segments.list(userId, video.jobId, [])).toEqual([]);
});

test('replaces segments, text index, and vectors of one module together', async () => {
  const { store, path } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, ['red car', 'blue sky'], { vectors: [unit(1, 0), unit(0, 1)] });
  const other = store.segments.replaceModule(
    video.id,
    findings(['car park'], { module: 'ocr', vectors: [unit(1, 0)] }),
  );
  const ids = store.segments.replaceModule(video.id, findings(['green tree'], { vectors: [unit(0, 1)] }));

  const scope = { userId, videoIds: [video.id], whole: true };
  expect(store.search.matching(scope, ['car'], 10)).toEqual(other);
  expect(store.search.matching(scope, ['tree'], 10)).toEqual(ids);
  const near = await store.search.nearest('toy@1', unit(0, 1), scope, 10);
  expect(near).toMatchObject([
    { segmentId: ids[0], similarity: 1 },
    { segmentId: other[0], similarity: 0 },
  ]);
  const db = openDatabase({ path, isShared: true });
  for (const table of ['segments', 'segmentsFts', 'vectors', 'vectorCodes']) {
    expect(db.column(`SELECT count(*) FROM ${table}`), table).toEqual([2]);
  }
  db.execute("INSERT INTO segmentsFts (segmentsFts) VALUES ('integrity-check')");
  db.close();
});

test('rolls back findings with a missing or invalid vector', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, ['red car'], { vectors: [unit(1, 0)] });
  const scope = { userId, videoIds: [video.id], whole: true };
  const attempts = [
    findings(['a', 'b'], { vectors: [unit(1, 0)] }),
    findings(['a'], { vectors: [unit(1, 0, 0)] }),
    { ...findings(['a']), embeddings: { model: 'toy@1', dimension: 2, vectors: [unit(1)] } },
  ];
  for (const attempt of attempts) {
    expect(() => store.segments.replaceModule(video.id, attempt)).toThrow(RangeError);
    expect(store.search.matching(scope, ['car'], 10)).toEqual(video.segmentIds);
    expect(await store.search.nearest('toy@1', unit(1, 0), scope, 10)).toMatchObject([
      { segmentId: video.segmentIds[0], similarity: 1 },
    ]);
  }
  expect(() => store.segments.replaceModule(99, findings(['a']))).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  );
});

test('adds vectors later by model, unless the segments have changed', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, ['red car', 'blue sky']);
  const [group] = store.segments.groupsMissingEmbeddings('late@1');
  expect(group).toEqual({ videoId: video.id, module: 'transcription' });
  const segments = store.segments.missingEmbeddings('late@1', group!, 5);
  expect(segments.map(({ content }) => content)).toEqual(['red car', 'blue sky']);
  const vectors = { model: 'late@1', dimension: 2, vectors: [unit(1, 0), unit(0, 1)] };
  expect(store.segments.addEmbeddings(group!, segments, vectors)).toBe(2);
  expect(store.segments.groupsMissingEmbeddings('late@1')).toEqual([]);
  expect(store.segments.countEmbeddings('late@1')).toEqual({ all: 2, done: 2 });
  expect(store.segments.groupsMissingEmbeddings('other@1')).toHaveLength(1);
  const scope = { userId, videoIds: [video.id], whole: true };
  expect((await store.search.nearest('late@1', unit(1, 0), scope, 1))[0]?.segmentId).toBe(video.segmentIds[0]);
  expect(await store.search.nearest('other@1', unit(1, 0), scope, 1)).toEqual([]);

  store.segments.replaceModule(video.id, findings(['new']));
  expect(store.segments.addEmbeddings(group!, segments, vectors)).toBe(0);
  expect(store.segments.delete(video.id)).toBe(1);
  expect(store.segments.groupsMissingEmbeddings('late@1')).toEqual([]);
});

test('adds vectors beside those of other models, except for texts edited meanwhile', async () => {
  const { store, reopen } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, ['red car', 'blue sky', 'green tree']);
  const [group] = store.segments.groupsMissingEmbeddings('late@1');
  const batch = (...vectors: Float32Array[]) => ({ model: 'late@1', dimension: 2, vectors });
  const [first, second, third] = store.segments.missingEmbeddings('late@1', group!, 5);
  store.segments.addEmbeddings(group!, [first!], batch(unit(1, 0)));
  store.segments.correct(userId, second!.id, { content: 'gray sky' }, null);
  expect(store.segments.addEmbeddings(group!, [second!, third!], batch(unit(0, 1), unit(0.6, 0.8)))).toBe(1);
  expect(store.segments.groupsMissingEmbeddings('late@1')).toEqual([group]);
  expect(store.segments.missingEmbeddings('late@1', group!, 5)).toEqual([{ id: second!.id, content: 'gray sky' }]);

  const near = async (from: typeof store) =>
    (await from.search.nearest('late@1', unit(1, 0), { videoIds: [video.id] }, 5)).map(({ segmentId }) => segmentId);
  expect(await near(store)).toEqual([first!.id, third!.id]);
  expect(await near(reopen())).toEqual([first!.id, third!.id]);

  // An edit of a text with vectors of two models, with a new vector of the first only.
  store.segments.correct(userId, first!.id, { content: 'red van' }, { ...batch(unit(0, 1)), model: 'toy@1' });
  expect(store.segments.missingEmbeddings('late@1', group!, 5).map(({ content }) => content)).toEqual([
    'red van',
    'gray sky',
  ]);
});

test('deletes vectors of other models in batches', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  for (let i = 0; i < 3; i++) addProcessed(store, userId, ['a', 'b'], { vectors: [unit(1, 0), unit(0, 1)] });
  const kept = addProcessed(store, userId, ['c']);
  const vectors = { model: 'new@1', dimension: 2, vectors: [unit(1, 0)] };
  const group = { videoId: kept.id, module: 'transcription' as const };
  store.segments.addEmbeddings(group, store.segments.missingEmbeddings('new@1', group, 5), vectors);
  let dropped = 0;
  for (let some = 1; some > 0; dropped += some) some = store.segments.deleteOtherEmbeddings('new@1');
  expect(dropped).toBe(6);
  expect(store.segments.countEmbeddings('toy@1').done).toBe(0);
  expect(store.segments.countEmbeddings('new@1').done).toBe(1);
});

test('returns the same neighbors after reopening', async () => {
  const { store, reopen } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, ['a', 'b'], { vectors: [unit(1, 0), unit(0.6, 0.8)] });
  const ask = (from: typeof store) => from.search.nearest('toy@1', unit(0, 1), { videoIds: [video.id] }, 10);
  const before = await ask(store);
  expect(before.map((neighbor) => neighbor.similarity)).toEqual([expect.closeTo(0.8), 0]);
  expect(await ask(reopen())).toEqual(before);
});

test('leaves no vectors and no new model after a rollback', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const add = () => {
    store.segments.replaceModule(video.id, findings(['a'], { vectors: [unit(1, 0)] }));
    store.segments.replaceModule(video.id, findings(['b'], { module: 'ocr', vectors: [unit(0, 1)] }));
  };
  expect(() =>
    store.transaction(() => {
      add();
      throw new Error('no');
    }),
  ).toThrow('no');
  const ask = () => store.search.nearest('toy@1', unit(1, 0), { videoIds: [video.id] }, 5);
  expect(await ask()).toEqual([]);
  store.segments.replaceModule(
    video.id,
    findings(['other'], { module: 'scenes', vectors: [unit(1, 1)], model: 'other@1' }),
  );
  add();
  expect(await ask()).toHaveLength(2);
});

test('finds a transcript line by its translation, also after an edit', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addProcessed(store, userId, []);
  const data = { language: 'de', translation: 'The lighthouse is old.' };
  const segments = [{ content: 'Der Leuchtturm ist alt.', start_time: 0, end_time: 2, data }];
  const [id] = store.segments.replaceModule(video.id, { module: 'transcription', engine: 'test@1', segments });
  const scope = { userId, videoIds: [video.id], whole: true };
  const found = () => ['lighthous', 'leuchtturm'].map((term) => store.search.matching(scope, [term], 10));
  expect(found()).toEqual([[id], [id]]);
  expect(store.search.texts([id!])[0]!.content).toBe('Der Leuchtturm ist alt.\nThe lighthouse is old.');
  store.segments.correct(userId, id!, { content: 'Der Leuchtturm war alt.' }, null);
  expect(found()).toEqual([[id], [id]]);
});
