import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { addProcessed, addUser, testStore } from '../store-fixture.ts';

/** Makes a library look like one of an earlier version: its index has the words alone, and waits for its update. */
function age(path: string, texts: ReadonlyMap<number, string>): void {
  const db = openDatabase({ path, isShared: true });
  for (const [id, content] of texts) {
    const scope = '§u1 §v1 §mocr';
    db.execute('UPDATE segmentsFts SET scope = ?, content = ? WHERE rowid = ?', scope, content, id);
  }
  db.execute("INSERT INTO momentsFts (momentsFts) VALUES ('delete-all')");
  db.execute('INSERT INTO termUpdates VALUES (?)', Math.max(...texts.keys()) + 1);
  db.close();
}

test('the index of an earlier version is updated in steps, the newest findings first, and resumes after a restart', async () => {
  const { store, path, reopen } = await testStore();
  const userId = addUser(store);
  const texts = Array.from({ length: 450 }, (_, i) => (i % 2 === 0 ? `The e-mail ${i}` : 'Łódź'));
  const { segmentIds, id: videoId } = addProcessed(store, userId, texts, { module: 'ocr' });
  const place = { videoId, startTime: 0, endTime: 1 };
  const { id: momentId } = store.moments.create(
    userId,
    { ...place, title: 'Łódź', note: '', origin: null } as never,
    [],
  );
  age(path, new Map(segmentIds.map((id, i) => [id, i % 2 === 0 ? `the e mail ${i}` : 'łódź'])));

  const aged = reopen();
  const find = (term: string) => {
    const videoIds = aged.search.videosOf(userId, {});
    return aged.search.matching({ userId, videoIds, modules: undefined, whole: true }, [term], 1000);
  };
  expect(aged.termUpdate.isPending()).toBe(true);
  expect([find('email'), find('lodz')]).toEqual([[], []]);
  expect(find('mail')).toHaveLength(225);
  expect(aged.moments.matching(userId, ['lodz'], null)).toEqual([]);

  expect(aged.termUpdate.step()).toBe(true);
  // Meanwhile, the newest findings are found by their new terms, and all by those that stay.
  expect(find('email').length).toBeGreaterThan(50);
  expect(find('email').length).toBeLessThan(225);
  expect(find('mail')).toHaveLength(225);

  const again = reopen();
  while (again.termUpdate.step());
  expect(again.termUpdate.isPending()).toBe(false);
  expect([find('email').length, find('lodz').length, find('mail').length]).toEqual([225, 225, 225]);
  expect(again.moments.matching(userId, ['lodz'], null)).toEqual([momentId]);
});

test('a new library needs no update', async () => {
  const { store } = await testStore();
  expect(store.termUpdate.isPending()).toBe(false);
  expect(store.termUpdate.step()).toBe(false);
});
