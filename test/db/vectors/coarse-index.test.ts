import { expect, test } from 'vitest';
import { cosine, quantize, wordsPerCode } from '../../../src/db/vectors/binary-codes.ts';
import { CoarseIndex } from '../../../src/db/vectors/coarse-index.ts';
import { seededRandom } from '../../fixtures/random.ts';

const DIMENSION = 64;

function randomVectors(count: number, seed: number): Float32Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => Float32Array.from({ length: DIMENSION }, () => random() - 0.5));
}

function packed(vectors: readonly Float32Array[]): Uint32Array {
  const words = wordsPerCode(DIMENSION);
  const codes = new Uint32Array(vectors.length * words);
  vectors.forEach((vector, i) => {
    quantize(vector, codes, i * words);
  });
  return codes;
}

const idsFrom = (first: number, count: number) => Float64Array.from({ length: count }, (_, i) => first + i);

test('returns a whole scope that is no larger than requested', async () => {
  const index = new CoarseIndex(DIMENSION);
  const vectors = randomVectors(6, 1);
  index.replace(1, 'ocr', idsFrom(10, 3), packed(vectors.slice(0, 3)));
  index.replace(1, 'scenes', idsFrom(20, 2), packed(vectors.slice(3, 5)));
  index.replace(2, 'ocr', idsFrom(30, 1), packed(vectors.slice(5)));
  const ask = async (videoIds: number[], modules?: 'ocr'[]) =>
    [...(await index.candidates(vectors[0]!, { videoIds, modules }, 10, 10))].toSorted();
  expect(await ask([1, 2])).toEqual([10, 11, 12, 20, 21, 30]);
  expect(await ask([1], ['ocr'])).toEqual([10, 11, 12]);
  expect(await ask([2, 7])).toEqual([30]);
  expect(await ask([])).toEqual([]);
});

test('returns the nearest vectors, within the scope only', async () => {
  const index = new CoarseIndex(DIMENSION);
  const vectors = randomVectors(3000, 2);
  for (let video = 0; video < 30; video++) {
    index.replace(video, 'ocr', idsFrom(video * 100, 100), packed(vectors.slice(video * 100, video * 100 + 100)));
  }
  const videoIds = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  let found = 0;
  for (const query of randomVectors(20, 3)) {
    const candidates = await index.candidates(query, { videoIds }, 200, 600);
    expect(candidates.length).toBeGreaterThanOrEqual(200);
    expect(candidates.length).toBeLessThan(260);
    expect([...candidates].every((id) => id >= 300 && id < 1300)).toBe(true);
    const exact = idsFrom(300, 1000)
      .toSorted((a, b) => cosine(query, vectors[b]!) - cosine(query, vectors[a]!))
      .slice(0, 5);
    found += [...exact].filter((id) => candidates.includes(id)).length;
  }
  expect(found).toBeGreaterThanOrEqual(98);
});

test('excludes removed and replaced vectors, also after compaction', async () => {
  const index = new CoarseIndex(DIMENSION);
  const count = 20_000;
  const vectors = randomVectors(count, 4);
  const codes = packed(vectors);
  for (let round = 0; round < 6; round++) index.replace(1, 'ocr', idsFrom(round * count, count), codes);
  index.replace(2, 'scenes', idsFrom(900_000, 2), packed(vectors.slice(0, 2)));
  for (let round = 6; round < 12; round++) index.replace(1, 'ocr', idsFrom(round * count, count), codes);
  expect(index.size).toBe(count + 2);
  const all = await index.candidates(vectors[0]!, { videoIds: [1, 2] }, count + 2, count + 2);
  expect(new Set(all)).toEqual(new Set([...idsFrom(11 * count, count), 900_000, 900_001]));
  const best = await index.candidates(vectors[7]!, { videoIds: [1] }, 1, 1);
  expect([...best]).toContain(11 * count + 7);
  index.remove(1, 'scenes');
  expect(index.size).toBe(count + 2);
  index.remove(1);
  index.remove(2, 'scenes');
  index.remove(3);
  expect(index.size).toBe(0);
});

test('finds for several queries what it finds for each', async () => {
  const index = new CoarseIndex(DIMENSION);
  const vectors = randomVectors(2000, 5);
  for (let video = 0; video < 20; video++)
    index.replace(video, 'ocr', idsFrom(video * 100, 100), packed(vectors.slice(video * 100, video * 100 + 100)));
  const scope = { videoIds: [0, 1, 2, 5, 6, 11, 12, 13, 14, 19] };
  const queries = randomVectors(3, 6);
  const each = await Promise.all(queries.map((query) => index.candidates(query, scope, 20, 60)));
  expect(await index.candidatesOfEach(queries, scope, 20, 60)).toEqual(each);
  expect(new Set(each.map((ids) => ids.join())).size).toBe(3);
});
