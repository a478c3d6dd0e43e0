import { expect, test } from 'vitest';
import { snippet } from '../../../../src/renderer/ui/lib/snippet.ts';

const long = `${'before the match '.repeat(20)}needle ${'after the match '.repeat(20)}`.trim();

test('a short text is whole', () => {
  expect(snippet('a needle', ['needle'])).toBe('a needle');
});

test('a long one is cut around the first match, between words', () => {
  const part = snippet(long, ['needle']);
  expect(part).toMatch(/^…\w+ .*needle.* \w+…$/);
  expect(part.indexOf('needle')).toBeLessThan(45);
  expect(part.length).toBeLessThanOrEqual(182);
  for (const word of part.replaceAll('…', '').split(' ')) expect(long.split(' ')).toContain(word);
});

test('it begins at the beginning without a match, or with one there', () => {
  expect(snippet(long, ['missing'])).toMatch(/^before the match/);
  expect(snippet(`needle ${long}`, ['needle'])).toMatch(/^needle before/);
  expect(snippet(`${'x'.repeat(500)}`, [])).toHaveLength(181);
});
