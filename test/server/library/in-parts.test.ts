import { expect, it } from 'vitest';
import { jsonInParts, mapInParts, TURN_MS } from '../../../src/server/library/in-parts.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

it('maps a long list in order, and lets other work run meanwhile', async () => {
  let turns = 0;
  const next = () => {
    turns++;
    if (turns < 100) setImmediate(next);
  };
  setImmediate(next);
  const slow = (item: number, index: number) => {
    const end = performance.now() + TURN_MS;
    while (performance.now() < end);
    return item + index;
  };
  expect(await mapInParts(numbers(3), slow)).toEqual([0, 2, 4]);
  expect(turns).toBeGreaterThanOrEqual(2);
});

it.each([0, 1, 4001])('writes an object with a list of %i items', async (count) => {
  const items = numbers(count).map((i) => ({ id: `ü${i}`, list: [] }));
  const written = new TextDecoder().decode(await jsonInParts({ a: { b: '[]}' } }, 'items', items));
  expect(JSON.parse(written)).toEqual({ a: { b: '[]}' }, items });
});
