import { expect, test } from 'vitest';
import { DESCRIPTOR_PART_SIZE, DESCRIPTOR_SIZE } from '../../../src/contract/search/visual.ts';
import { neighborsOf } from '../../../src/server/visual/neighbors.ts';

const views = { descriptor: new Int8Array(DESCRIPTOR_SIZE), small: new Int8Array(DESCRIPTOR_PART_SIZE) };
const neighbor = (timeMs: number, similarity: number) => ({ videoId: 1, timeMs, similarity });
/** Answers a search by the size of the query: with all parts, or of the whole picture alone. */
const library = (full: ReturnType<typeof neighbor>[], small: ReturnType<typeof neighbor>[]) => ({
  nearest: async (_engine: string, queries: readonly Int8Array[]) =>
    queries.map((query) => (query.length === DESCRIPTOR_SIZE ? full : small)),
});

test('what one view alone finds comes before what the other one mistakes', async () => {
  const blurred = Array.from({ length: 20 }, (_, i) => neighbor(i, 0.85 - i / 1000));
  const found = await neighborsOf(library([...blurred, neighbor(99, 0.5)], [neighbor(99, 0.6)]), views, [1]);
  expect(found.findIndex(({ timeMs }) => timeMs === 99)).toBeLessThanOrEqual(1);
  expect(found).toHaveLength(21);
});

test('a picture has the better similarity of both views, at most 1', async () => {
  const found = await neighborsOf(library([neighbor(1, 0.9), neighbor(2, 0.2)], [neighbor(2, 0.99)]), views, [1]);
  expect(found.map(({ timeMs, similarity }) => [timeMs, similarity])).toEqual([
    [2, 1],
    [1, 0.9],
  ]);
});

test('a described frame has one view', async () => {
  const found = await neighborsOf(library([neighbor(1, 0.9)], [neighbor(2, 1)]), { descriptor: views.descriptor }, [1]);
  expect(found).toEqual([neighbor(1, 0.9)]);
});
