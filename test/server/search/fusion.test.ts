import { expect, test } from 'vitest';
import { openStore } from '../../../src/db/index.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addProcessed, addUser } from '../../db/store-fixture.ts';
import { seededRandom } from '../../fixtures/random.ts';

const DIMENSION = 64;
const LINES = [
  'The public was asked about places in the stands of the stadium',
  'Smoking in parks is prohibited from next year',
  'The pilot asked for permission to land',
  'She grew up in a village of ninety people',
];
const BAN = 'ban on cigarettes in public squares';
/** “Land” is the countryside. */
const CHILDHOOD = 'Kindheit auf dem Land';
const SAME = new Map([
  [BAN, LINES[1]!],
  [CHILDHOOD, LINES[3]!],
]);
/** Texts are unrelated, except queries and the lines that mean the same. */
const vectorOf = (text: string): Float32Array => {
  const named = SAME.get(text) ?? text;
  const random = seededRandom([...named].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e6, 7));
  const vector = Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

test('ranks what holds few words of the query behind what means the same', async () => {
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  addProcessed(store, userId, LINES, { vectors: LINES.map(vectorOf) });
  const embed = async (texts: readonly string[]) => ({
    model: 'toy@1',
    dimension: DIMENSION,
    vectors: texts.map(vectorOf),
  });
  const search = createSearchService(store, { engineId: () => 'toy@1', embed });
  const find = async (query: string) =>
    (await search.search(userId, { query, limit: 5 })).hits.map(({ content }) => content);
  expect(await find(BAN)).toEqual([LINES[1], LINES[0]]);
  expect(await find(CHILDHOOD)).toEqual([LINES[3], LINES[2]]);
  expect((await find('public places'))[0]).toBe(LINES[0]);
  store.close();
});
