import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

/** More than are deleted at once. */
const MANY = 700;

/** A library with a video of many findings, and a second connection that inspects it. */
async function manyFindings() {
  const { store, path, reopen } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const find = (word: string, count = MANY) => {
    const segments = Array.from({ length: count }, (_, i) => ({
      content: `${word} ${i}`,
      start_time: i,
      end_time: i + 1,
      data: null,
    }));
    const vectors = segments.map(() => Float32Array.of(1, 0));
    const embeddings = { model: 'm@1', dimension: 2, vectors };
    return store.segments.replaceModule(video.id, { module: 'ocr', engine: 'test@1', segments, embeddings });
  };
  const database = openDatabase({ path, isShared: true });
  onTestFinished(() => database.close());
  const count = (table: string) => database.column<number>(`SELECT count(*) FROM ${table}`)[0];
  const found = (from: typeof store, word: string) =>
    from.search.matching({ userId, videoIds: [video.id], whole: true }, [word], 1000).length;
  const jobId = video.jobId;
  return { store, reopen, userId, jobId, videoId: video.id, find, count, found };
}

const left = (count: (table: string) => number | undefined) => ['segments', 'vectors', 'segmentsFts'].map(count);

it('replaced findings are gone at once, and deleted afterwards', async () => {
  const { store, userId, jobId, find, count, found } = await manyFindings();
  find('tram');
  expect(found(store, 'tram')).toBe(MANY);
  find('van', 2);
  expect(found(store, 'tram')).toBe(0);
  expect(found(store, 'van')).toBe(2);
  expect(store.segments.list(userId, jobId)).toHaveLength(2);
  expect(await store.search.nearest('m@1', Float32Array.of(1, 0), { videoIds: [1] }, 9)).toHaveLength(2);
  expect(store.segments.groupsMissingEmbeddings('other@1')).toEqual([{ videoId: 1, module: 'ocr' }]);
  expect(count('segments')).toBe(MANY + 2);
  await store.segments.deleted();
  expect(left(count)).toEqual([2, 2, 2]);
});

it('a correction of a replaced finding is applied to the new one', async () => {
  const { store, userId, jobId, find } = await manyFindings();
  find('sign');
  const [first] = store.segments.list(userId, jobId);
  store.segments.correct(userId, first!.id, { content: 'edited' }, null);
  find('sign');
  await store.segments.deleted();
  const [again] = store.segments.list(userId, jobId);
  expect(again).toMatchObject({ content: 'edited' });
  expect(store.segments.corrections(again!.videoId)).toMatchObject([{ segmentId: again!.id }]);
});

it('a deleted video is in no list, and the next start deletes what an end of the process left of it', async () => {
  const { store, reopen, userId, jobId, find, count } = await manyFindings();
  find('tram');
  expect(store.videos.delete(userId, jobId)).toBeDefined();
  expect(store.videos.list(userId, { trash: 'with' })).toEqual([]);
  expect(store.videos.trashedBefore(Number.MAX_SAFE_INTEGER)).toEqual([]);
  store.close();
  expect(count('segments')).toBe(MANY);
  const again = reopen();
  await again.segments.deleted();
  expect(left(count)).toEqual([0, 0, 0]);
});
