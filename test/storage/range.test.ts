import { describe, expect, test } from 'vitest';
import { isNotModified, parseRange, rangeApplies } from '../../src/storage/range.ts';

describe('parseRange of 100 bytes', () => {
  test.each([
    [undefined, { kind: 'whole' }],
    ['bytes=0-', { kind: 'part', start: 0, end: 99 }],
    ['bytes=10-19', { kind: 'part', start: 10, end: 19 }],
    ['bytes=90-200', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-5', { kind: 'part', start: 95, end: 99 }],
    ['bytes=-500', { kind: 'part', start: 0, end: 99 }],
    ['bytes=99-99', { kind: 'part', start: 99, end: 99 }],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=20-10', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
  ])('%s', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  test('rejects any range of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
  });
});

describe('conditions', () => {
  const now = { etag: '"a"', modifiedMs: Date.parse('2026-03-01T12:00:00.500Z') };
  test.each([
    [{ ifNoneMatch: '"a"' }, true],
    [{ ifNoneMatch: 'W/"a"' }, true],
    [{ ifNoneMatch: '"b", "a"' }, true],
    [{ ifNoneMatch: '*' }, true],
    [{ ifNoneMatch: '"b"' }, false],
    [{ ifNoneMatch: '"b"', ifModifiedSince: 'Sun, 01 Mar 2026 12:00:00 GMT' }, false],
    [{ ifModifiedSince: 'Sun, 01 Mar 2026 12:00:00 GMT' }, true],
    [{ ifModifiedSince: 'Sun, 01 Mar 2026 11:59:59 GMT' }, false],
    [{ ifModifiedSince: 'yesterday' }, false],
    [{}, false],
  ])('%j: not modified %s', (headers, expected) => {
    expect(isNotModified(headers, now)).toBe(expected);
  });

  test.each([
    [undefined, true],
    ['"a"', true],
    ['"b"', false],
    ['W/"a"', false],
    ['Sun, 01 Mar 2026 12:00:00 GMT', true],
    ['Sun, 01 Mar 2026 12:00:01 GMT', false],
  ])('If-Range %s applies: %s', (ifRange, expected) => {
    expect(rangeApplies(ifRange, now)).toBe(expected);
  });
});
