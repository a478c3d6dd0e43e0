import { expect, it } from 'vitest';
import { inTransactions } from '../../src/db/steps.ts';
import { addUser, addVideo, testStore } from './store-fixture.ts';

const COUNT = 600;

const findings = (word: string, count = COUNT) => {
  const segments = Array.from({ length: count }, (_, i) => ({
    content: `${word} ${i}`,
    start_time: i,
    end_time: i + 1,
    data: null,
  }));
  const vectors = segments.map(() => Float32Array.of(1, 0));
  const embeddings = { model: 'm@1', dimension: 2, vectors };
  return { module: 'ocr' as const, engine: 'test@1', segments, embeddings };
};

/** A video with findings, an edit of one, and an analysis from elsewhere that replaces them. */
async function library() {
  const { store, reopen } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const ids = store.segments.replaceModule(video.id, findings('tram', 3));
  store.segments.correct(userId, ids[1]!, { content: 'edited' }, null);
  const analysis = {
    id: 'f'.repeat(64),
    finishedAt: 1,
    processingTime: 1,
    warnings: '[]',
    modules: [findings('tram')],
    corrections: [],
    speakers: [],
    signer: null,
    isReplacing: true,
    details: {},
  };
  /** Counts the turns that other work got. */
  const stage = async () => {
    let turns = 0;
    const transaction: typeof store.transaction = (work) => {
      turns++;
      return store.transaction(work);
    };
    const staged = store.bundles.stage(video, analysis)!;
    await inTransactions(transaction, store.bundles.stageSteps(video, analysis, staged));
    return { staged, turns };
  };
  const texts = (from = store) => from.segments.list(userId, video.jobId).map(({ content }) => content);
  const found = (word: string) =>
    store.search.matching({ userId, videoIds: [video.id], whole: true }, [word], 1000).length;
  const near = () => store.search.nearest('m@1', Float32Array.of(1, 0), { videoIds: [video.id] }, 1000);
  return { store, reopen, userId, video, ids, analysis, stage, texts, found, near };
}

it('findings are staged in steps, out of sight, and a merge shows them at once', async () => {
  const { store, video, ids, analysis, stage, texts, found, near } = await library();
  const { staged, turns } = await stage();
  expect(turns).toBeGreaterThan(3);
  expect(texts()).toEqual(['tram 0', 'edited', 'tram 2']);
  expect([found('tram'), (await near()).length]).toEqual([2, 2]);
  expect(store.bundles.merge(video, analysis, staged)).toBe('updated');
  expect(texts()).toEqual([
    'tram 0',
    'edited',
    ...findings('tram')
      .segments.slice(2)
      .map(({ content }) => content),
  ]);
  expect([found('tram'), found('edit'), (await near()).length]).toEqual([COUNT - 1, 1, COUNT - 1]);
  const [correction] = store.segments.corrections(video.id);
  // Those that were staged, not others.
  expect(staged.modules.get('ocr')!.ids).toContain(correction!.segmentId);
  expect(ids).not.toContain(correction!.segmentId);
  await store.segments.deleted();
  expect(store.segments.countEmbeddings('m@1')).toEqual({ all: COUNT, done: COUNT - 1 });
});

it('an edit meanwhile is kept', async () => {
  const { store, userId, video, ids, analysis, stage, texts, found } = await library();
  const { staged } = await stage();
  store.segments.correct(userId, ids[2]!, { content: 'late' }, null);
  store.bundles.merge(video, analysis, staged);
  expect(texts().slice(0, 4)).toEqual(['tram 0', 'edited', 'late', 'tram 3']);
  expect(found('tram')).toBe(COUNT - 2);
  await store.segments.deleted();
  expect(store.segments.countEmbeddings('m@1').all).toBe(COUNT);
});

it('what is staged at the end of a process is deleted at the next start', async () => {
  const { store, reopen, stage, texts } = await library();
  await stage();
  store.close();
  const again = reopen();
  await again.segments.deleted();
  expect(texts(again)).toEqual(['tram 0', 'edited', 'tram 2']);
  expect(again.segments.countEmbeddings('m@1')).toEqual({ all: 3, done: 2 });
});

it('a merge that is given up leaves nothing', async () => {
  const { store, stage, texts } = await library();
  store.bundles.discard((await stage()).staged);
  await store.segments.deleted();
  expect(texts()).toEqual(['tram 0', 'edited', 'tram 2']);
  expect(store.segments.countEmbeddings('m@1')).toEqual({ all: 3, done: 2 });
});
