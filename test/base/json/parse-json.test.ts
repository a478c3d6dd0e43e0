import { expect, it } from 'vitest';
import { MAX_NESTING, parseJson, tryParseJson } from '../../../src/base/json/parse-json.ts';

const nested = (levels: number, [open, close]: readonly [string, string]) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

it.each([
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
])('parses %s up to a depth that readers can follow', (_, ...brackets) => {
  const allowed = nested(MAX_NESTING, brackets);
  expect(JSON.stringify(parseJson(allowed))).toBe(allowed);
  for (const levels of [MAX_NESTING + 1, 100_000])
    expect(() => parseJson(nested(levels, brackets))).toThrow(RangeError);
});

it('counts levels, not values, and parses nothing else than JSON', () => {
  expect(parseJson(JSON.stringify(Array(1000).fill([])))).toHaveLength(1000);
  expect(() => parseJson('{')).toThrow(SyntaxError);
  expect(['{', nested(100, ['[', ']']), '[1]'].map(tryParseJson)).toEqual([undefined, undefined, [1]]);
});
