import { expect, test } from 'vitest';
import { shortTitle } from '../../../src/core/transcript/short-title.ts';

test('is one line, cut after a word', () => {
  expect(shortTitle(' Two\n lines. ')).toBe('Two lines.');
  const title = shortTitle(`${'word '.repeat(40)}end`);
  expect(title).toMatch(/ word…$/);
  expect(title.length).toBeLessThanOrEqual(80);
  expect(shortTitle('x'.repeat(300))).toHaveLength(80);
});
