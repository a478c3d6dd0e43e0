import { expect, test } from 'vitest';
import { createCodeArena, PAGE_SLOTS } from '../../../src/db/vectors/code-arena.ts';
import { hammingInto } from '../../../src/db/vectors/hamming.ts';
import { createHamming } from '../../../src/db/vectors/hamming-simd.ts';
import { seededRandom } from '../../fixtures/random.ts';

const random = seededRandom(3);
const word = () => Math.floor(random() * 2 ** 32) >>> 0;

test.each([4, 12, 16, 24, 32, 128])('counts the same bits with vector instructions: codes of %i words', (words) => {
  expect(createHamming()).toBeDefined();
  const arena = createCodeArena(words);
  const page = arena.page();
  const count = 257;
  page.codes.set(Uint32Array.from({ length: count * words }, word));
  page.codes.fill(0xffffffff, 0, words);
  for (const query of [Uint32Array.from({ length: words }, word), new Uint32Array(words)]) {
    const [expected, found] = [new Uint16Array(count + 3), new Uint16Array(count + 3)];
    hammingInto(expected, 2, page.codes, 1, count - 1, query);
    arena.distances(found, 2, page, 1, count - 1, query);
    expect(page.address).toBeDefined();
    expect(found).toEqual(expected);
  }
});

test('keeps the codes of earlier pages when it grows, and reuses released ones', () => {
  const arena = createCodeArena(16);
  const first = arena.page();
  first.codes.fill(0xf, 0, 16);
  const more = Array.from({ length: 40 }, () => arena.page());
  for (const page of more) page.codes.fill(0xffffffff);
  const out = new Uint16Array(1);
  arena.distances(out, 0, first, 0, 1, new Uint32Array(16));
  expect(out[0]).toBe(64);
  arena.distances(out, 0, more.at(-1)!, PAGE_SLOTS - 1, 1, new Uint32Array(16));
  expect(out[0]).toBe(512);
  arena.release(first);
  expect(arena.page().address).toBe(first.address);
});

test('counts in words where a code is not whole vectors', () => {
  const arena = createCodeArena(2);
  const page = arena.page();
  page.codes.set([1, 3, 7, 15]);
  const out = new Uint16Array(2);
  arena.distances(out, 0, page, 0, 2, new Uint32Array(2));
  expect(page.address).toBeUndefined();
  expect([...out]).toEqual([3, 7]);
});
