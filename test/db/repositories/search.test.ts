import { expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import type { Store } from '../../../src/db/index.ts';
import type { TextScope } from '../../../src/db/text-index/text-index.ts';
import { EXTENDED, extendedTest, WHOLE } from '../../fixtures/extended.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { addProcessed, addUser, draft, testStore } from '../store-fixture.ts';

const WORDS = ['car', 'sky', 'tree', 'lamp'];
const MODULES: readonly ModuleName[] = ['transcription', 'ocr'];

interface Row {
  id: number;
  userId: number;
  videoId: number;
  module: ModuleName;
  words: readonly string[];
}

/**
 * Adds a video whose findings have some of the words, and a finding to an earlier video, so that ids of a video have
 * gaps.
 */
function addRows(store: Store, userId: number, random: () => number, earlier: Row | undefined): Row[] {
  const words = Array.from({ length: 3 }, () => WORDS.filter(() => random() < 0.5));
  const texts = words.map((some) => some.join(' ') || 'none');
  const module = MODULES[random() < 0.7 ? 0 : 1]!;
  const video = addProcessed(store, userId, texts, { module });
  const rows = video.segmentIds.map((id, i) => ({ id, userId, videoId: video.id, module, words: words[i]! }));
  if (!earlier) return rows;
  const id = store.segments.add(earlier.videoId, 'ocr', draft('lamp'), null);
  return [...rows, { ...earlier, id, module: 'ocr', words: ['lamp'] }];
}

function isDeleted(store: Store, { userId, id }: Row): boolean {
  return store.segments.get(userId, id) === undefined;
}

/** Rows in scope with all terms and without the excluded ones, the newest first. */
function expected(
  rows: readonly Row[],
  scope: TextScope,
  terms: readonly string[],
  limit: number,
  excluded: readonly (readonly string[])[],
): number[] {
  return rows
    .filter((row) => !excluded.some((all) => all.every((term) => row.words.includes(term))))
    .filter((row) => row.userId === scope.userId && scope.videoIds.includes(row.videoId))
    .filter((row) => (scope.modules ?? MODULES).includes(row.module) && terms.every((term) => row.words.includes(term)))
    .map(({ id }) => id)
    .sort((a, b) => b - a)
    .slice(0, limit);
}

test(
  'finds the newest rows in scope with all terms, however owners, videos, and types alternate, also of new videos',
  WHOLE,
  async () => {
    const { store, reopen } = await testStore();
    const random = seededRandom(11);
    const users = ['one', 'two', 'three'].map((sub) => addUser(store, sub));
    const rows: Row[] = [];
    const addVideos = (to: Store, count: number) => {
      for (let i = 0; i < count; i++) {
        const owner = random() < 0.6 ? 0 : random() < 0.9 ? 1 : 2;
        rows.push(...addRows(to, users[owner]!, random, rows[Math.floor(random() * rows.length * 2)]));
      }
    };
    addVideos(store, EXTENDED ? 200 : 40);
    const check = (from: Store, rounds: number) => {
      for (let round = 0; round < (EXTENDED ? rounds : rounds / 4); round++) {
        const userId = users[Math.floor(random() * users.length)]!;
        const all = [...new Set(rows.filter((row) => row.userId === userId).map(({ videoId }) => videoId))];
        const whole = random() < 0.4;
        const share = random();
        const videoIds = whole ? all : all.filter(() => random() < share);
        const modules = [undefined, ['ocr' as const], MODULES][round % 3];
        const terms = WORDS.filter(() => random() < 0.5);
        const limit = [1, 5, 40, 2000][round % 4]!;
        const others = WORDS.filter((word) => !terms.includes(word));
        const excluded = [[], [others.slice(0, 1)], [others.slice(0, 2), others.slice(-1)]][round % 3]!;
        const groups = excluded.filter((all) => all.length > 0);
        const scope = { userId, videoIds, modules, whole };
        if (terms.length > 0)
          expect(from.search.matching(scope, terms, limit, groups)).toEqual(
            expected(rows, scope, terms, limit, groups),
          );
      }
    };
    check(store, 80);
    addVideos(store, 20);
    check(store, 40);
    const reopened = reopen();
    await reopened.search.warm('no-model@1');
    // Terms that are in memory now, which follow what is added, edited, and deleted.
    addVideos(reopened, 20);
    check(reopened, 40);
    const edit = (row: Row, words: readonly string[]) =>
      reopened.segments.correct(row.userId, row.id, { content: words.join(' ') || 'none' }, null);
    for (const row of rows.filter(() => random() < 0.1)) {
      row.words = WORDS.filter(() => random() < 0.5);
      edit(row, row.words);
    }
    const gone = rows.filter(({ userId, id }) => random() < 0.1 && reopened.segments.discard(userId, id));
    const { videoId } = rows[0]!;
    reopened.segments.delete(videoId, rows[0]!.module);
    rows.splice(0, rows.length, ...rows.filter((row) => !gone.includes(row) && !isDeleted(reopened, row)));
    check(reopened, 80);
    expect(() =>
      reopened.transaction(() => {
        edit(rows[3]!, WORDS);
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    check(reopened, 40);
  },
);

extendedTest('finds old rows of many chosen videos, though a word is common in newer ones', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const old = Array.from({ length: 151 }, () => addProcessed(store, userId, ['car', 'tree']));
  const text = Array.from({ length: 8000 }, () => 'car');
  const common = addProcessed(store, userId, text);
  const ids = old.map(({ segmentIds }) => segmentIds[0]!).reverse();
  const scope = { userId, videoIds: old.map(({ id }) => id), whole: false };
  expect(store.search.matching(scope, ['car'], 1000)).toEqual(ids);
  expect(store.search.matching(scope, ['car'], 20)).toEqual(ids.slice(0, 20));
  expect(store.search.matching({ ...scope, modules: ['ocr'] }, ['car'], 20)).toEqual([]);
  const whole = { userId, videoIds: [...scope.videoIds, common.id], whole: true };
  expect(store.search.matching(whole, ['tree'], 1000)).toHaveLength(151);
});

test('the videos of a search follow every change', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const projectId = store.projects.create(userId, { name: 'News', description: null }).id;
  const first = addProcessed(store, userId, ['car']);
  expect(store.search.videosOf(userId, {})).toEqual([first.id]);
  const second = addProcessed(store, userId, ['tree'], { duration: 9 });
  expect(store.search.videosOf(userId, {})).toEqual([first.id, second.id]);
  expect(store.search.videosOf(userId, { max_duration: 9 })).toEqual([second.id]);
  expect(store.search.videosOf(addUser(store, 'other'), {})).toEqual([]);
  expect(store.search.videosOf(userId, { projectId })).toEqual([]);
  store.videos.update(userId, first.jobId, { projectId });
  expect(store.search.videosOf(userId, { projectId })).toEqual([first.id]);
  store.videos.delete(userId, first.jobId);
  expect(store.search.videosOf(userId, {})).toEqual([second.id]);
});

test('counts common terms before the first search', async () => {
  const statements: string[] = [];
  const { store, reopen } = await testStore({ onStatement: (sql) => statements.push(sql) });
  addProcessed(
    store,
    addUser(store),
    Array.from({ length: 1200 }, (_, i) => (i === 7 ? 'car tree' : 'car')),
  );
  const reopened = reopen();
  await reopened.search.warm('no-model@1');
  statements.length = 0;
  expect(reopened.search.frequency('car')).toBe(1200);
  expect(statements).toEqual([]);
  expect(reopened.search.frequency('tree')).toBe(1);
  expect(reopened.search.frequency('lamp')).toBe(0);
  expect(statements).toHaveLength(2);
});
