import { join } from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { sample, WHOLE } from '../fixtures/extended.ts';
import { BUILT_PATTERNS } from './built-patterns.ts';
import { findPatterns } from './find-patterns.ts';
import { findSlowText } from './linear-time.ts';

const src = join(import.meta.dirname, '../../src');
const PATTERNS = findPatterns(src);

/** Slow examples use it up; the others have the time that a busy machine needs. */
const EXAMPLE_TIMEOUT_MS = 500;

describe('findSlowText', () => {
  const SLOW = [
    ['(a|a)*b', ''],
    ['(x+x+)+y', ''],
    ['\\s+$', ''],
    ['\\/+$', 'g'],
    ['^models--.+--(.+)$', ''],
    ['\\bwhen\\b.*\\bfirst\\b', 'iu'],
    ['\\[[^\\]]*\\]', 'g'],
    ['(?<![\\p{L}]\\p{M}*)\\p{M}', 'gu'],
    ['(?<=[“„])([^“”]+)(?=[”“])', ''],
    ['^\\s*(```(json)?)?|(```)?\\s*$', 'g'],
  ] as const;
  test.each(sample(SLOW, 2))('finds a text for /%s/%s', WHOLE, (source, flags) => {
    expect(findSlowText({ source, flags }, EXAMPLE_TIMEOUT_MS)).toBeDefined();
  });

  test.each([
    ['\\s+', 'g'],
    ['[\\p{L}\\p{N}]+', 'gu'],
    ['\\[[^[\\]]*\\]', 'g'],
    ['^\\s*a', ''],
  ])('finds none for /%s/%s', (source, flags) => {
    expect(findSlowText({ source, flags })).toBeUndefined();
  });
});

describe('regular expressions of the application', () => {
  test('are literals, except in known files', () => {
    const built = PATTERNS.filter(({ pattern }) => pattern === undefined).map(({ file }) => file);
    expect([...new Set(built)].sort()).toEqual(Object.keys(BUILT_PATTERNS).sort());
  });

  test('take linear time by analysis', () => {
    const slow = PATTERNS.flatMap(({ file, line, pattern }) => {
      if (!pattern) return [];
      const { reports } = analyse(pattern, { reportTypes: { Self: true, Trade: true, Move: true } });
      return reports.length > 0 ? [`src/${file}:${line} /${pattern.source}/`] : [];
    });
    expect(slow).toEqual([]);
  });

  test('take linear time on hostile texts', { ...WHOLE, timeout: 300_000 }, () => {
    const built = Object.entries(BUILT_PATTERNS).flatMap(([file, patterns]) =>
      patterns.map((pattern) => ({ file, line: 0, pattern })),
    );
    const slow = sample([...PATTERNS, ...built], 100).flatMap(({ file, line, pattern }) => {
      const text = pattern && findSlowText(pattern);
      return text === undefined ? [] : [`src/${file}:${line} /${pattern!.source}/ on ${JSON.stringify(text)}`];
    });
    expect(slow).toEqual([]);
  });
});
