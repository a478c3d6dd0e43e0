import { join } from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { sample, WHOLE } from '../fixtures/extended.ts';
import { findPatterns } from './find-patterns.ts';
import { findSlowText } from './linear-time.ts';

const src = join(import.meta.dirname, '../../src');
const PATTERNS = findPatterns(src);

/** Files that build patterns at run time, from their own text or in linear form. */
const BUILDERS: Record<string, readonly { source: string; flags: string }[]> = {
  'base/words/read-words.ts': [
    {
      source:
        '\\p{RI}\\p{RI}|[\\p{Extended_Pictographic}--[©]](?:[\\uFE0E]|\\u200D\\p{Extended_Pictographic})*|[[\\p{L}\\p{N}]&&\\p{Script=Han}]+|[[\\p{L}\\p{N}]--\\p{Script=Han}]+',
      flags: 'gv',
    },
  ],
  // On a sentence of at most 2000 characters, and on 200 around a quotation.
  'core/claims/sayers.ts': [],
  'core/texts/stated-dates.ts': [
    {
      source:
        '(?<![\\p{L}\\p{N}])(?:the\\s{1,3})?(?:\\d{1,2}\\.?|first)\\s{1,3}(?:of\\s{1,3})?(?:may|mai)\\.?(?!\\p{L})',
      flags: 'giu',
    },
  ],
  'core/transcript/tokens.ts': [
    { source: '[\\p{P}\\p{S}]*\\p{sc=Thai}\\p{M}*[[\\p{P}\\p{S}]--\\p{Ps}]*|[\\S--\\p{sc=Thai}]+', flags: 'gv' },
    { source: '\\p{sc=Thai}[\\p{P}\\p{S}]*$', flags: 'v' },
  ],
  // Letters of one word, anchored.
  'db/text-index/stem.ts': [{ source: '^([^aeiou][^aeiouy]*)?[aeiouy][aeiou]*[^aeiou][^aeiouy]*', flags: '' }],
  'models/speech/whisper-cpp/tokens.ts': [{ source: '(?:a|b)(?=\\s|$)', flags: 'uy' }],
  'modules/keywords/write.ts': [{ source: 'a[^\\p{L}\\p{N}]+b[^\\p{L}\\p{N}]+c', flags: 'iu' }],
  'renderer/app/routes.tsx': [{ source: '^/videos(?:/[^/]+)?$', flags: '' }],
  'server/chat/attribution/citations.ts': [{ source: '\\0(?:[\\s,;–—-]{0,8}\\0)*', flags: 'g' }],
  'server/chat/attribution/references.ts': [
    {
      source:
        '(?:\\*\\*)?[[(](?:V\\d{1,3}[\\s,:]{1,2})?#\\d{1,6}(?:(?:(?:[\\s,;&–-]|and|und){1,5}#?|#)\\d{1,6})*[\\])](?:\\*\\*)?|(?<![\\p{L}\\p{N}&#])#\\d{1,6}(?=\\s{0,2}(?:$|[.,;:!?)\\]#\\n]))',
      flags: 'gu',
    },
  ],
  // The last is on at most 40 words.
  'server/checks/qualifiers.ts': [
    { source: "(?<![\\p{L}’'])(?:not|\\p{L}+n['’]t|kein\\p{L}{0,2})(?![\\p{L}’'])", flags: 'giu' },
    { source: '^[\\s,–—-]*(?:(?:and|but)\\s+)?(?:if|unless)(?!\\p{L})', flags: 'iu' },
  ],
  // Patterns of the document's own schemas, on its own examples.
  'server/http/docs/example-of.ts': [],
  'server/http/middleware/allowed-methods.ts': [{ source: '^/media/videos/[^/]+/.+$', flags: '' }],
};

/** Most examples use it up. */
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
    expect(findSlowText({ source, flags }, EXAMPLE_TIMEOUT_MS)).toBeUndefined();
  });
});

describe('regular expressions of the application', () => {
  test('are literals, except in known files', () => {
    const built = PATTERNS.filter(({ pattern }) => pattern === undefined).map(({ file }) => file);
    expect([...new Set(built)].sort()).toEqual(Object.keys(BUILDERS).sort());
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
    const built = Object.entries(BUILDERS).flatMap(([file, patterns]) =>
      patterns.map((pattern) => ({ file, line: 0, pattern })),
    );
    const slow = sample([...PATTERNS, ...built], 100).flatMap(({ file, line, pattern }) => {
      const text = pattern && findSlowText(pattern);
      return text === undefined ? [] : [`src/${file}:${line} /${pattern!.source}/ on ${JSON.stringify(text)}`];
    });
    expect(slow).toEqual([]);
  });
});
