import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { addProcessed, addUser, testStore } from '../store-fixture.ts';

/** The index alone, with the owner as one of its terms. */
const PLAIN = 'SELECT rowid FROM segmentsFts WHERE segmentsFts MATCH ? ORDER BY rowid DESC LIMIT ?';

test('finds the newest rows of an owner with all terms, as the index alone does, however owners alternate', async () => {
  const { store, path } = await testStore();
  const random = seededRandom(11);
  const users = ['one', 'two', 'three'].map((sub) => addUser(store, sub));
  const words = ['car', 'sky', 'tree', 'lamp'];
  const text = () => words.filter(() => random() < 0.5).join(' ') || 'none';
  const videoIds = users.map((): number[] => []);
  // More videos than a query names, and the first user has most of them.
  for (let i = 0; i < 300; i++) {
    const owner = random() < 0.6 ? 0 : random() < 0.9 ? 1 : 2;
    videoIds[owner]!.push(addProcessed(store, users[owner]!, [text(), text()]).id);
  }
  const db = openDatabase({ path, isShared: true });
  for (let round = 0; round < 60; round++) {
    const owner = Math.floor(random() * users.length);
    const userId = users[owner]!;
    const terms = words.filter(() => random() < 0.5);
    if (terms.length === 0) continue;
    const limit = [1, 5, 40, 2000][round % 4]!;
    const match = [`scope : ("§u${userId}")`, ...terms.map((term) => `content : "${term}"`)].join(' AND ');
    const found = store.search.matching({ userId, videoIds: videoIds[owner]!, whole: true }, terms, limit);
    expect(found).toEqual(db.column<number>(PLAIN, match, limit));
  }
  expect(videoIds[0]!.length).toBeGreaterThan(150);
  db.close();
});
