import { expect, test } from 'vitest';
import { leastNearness, MIN_NEARNESS, type WordDoubt } from '../../../src/server/search/least-nearness.ts';

const STRANGE: WordDoubt = { isUnderstood: false, familiarity: 0 };
const PLAIN: WordDoubt = { isUnderstood: true, familiarity: 0 };

/** Nearness that findings need to match a text, in a library that contains `written`. */
function nearnessFor(text: string, strange: string[], written: string[]) {
  const doubts = new Map(text.split(' ').map((word) => [word, strange.includes(word) ? STRANGE : PLAIN]));
  const isWritten = (word: string) => written.includes(word);
  return leastNearness(text, doubts, isWritten, isWritten);
}

test('a number is like no other number', () => {
  expect(nearnessFor('503', [], ['503'])).toMatchObject({ brief: Infinity, other: Infinity });
  expect(nearnessFor('12 2027', [], [])).toMatchObject({ brief: Infinity, other: Infinity });
  expect(nearnessFor('error 503', [], ['error', '503']).other).toBeLessThan(MIN_NEARNESS.clear);
});

test('a name alone matches what contains it, not other names', () => {
  expect(nearnessFor('Leipzig', ['Leipzig'], ['Leipzig'])).toMatchObject({ brief: 4.5, other: 4.5 });
  // Misspelled, so that sentences which are as near as its correct form count.
  expect(nearnessFor('Ellen Brandt', ['Ellen'], ['Ellen'])).toMatchObject({ brief: 4.5, other: 2.8 });
});

test('a common noun and a question with a name match similar findings', () => {
  expect(nearnessFor('Brücke', [], ['Brücke']).brief).toBe(MIN_NEARNESS.clear);
  expect(nearnessFor('strike of Leipzig', ['Leipzig'], ['strike', 'Leipzig']).other).toBe(MIN_NEARNESS.clear);
});
