import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_NAME_BYTES, numberedName, sanitizeFileName } from '../../src/storage/names.ts';

describe('sanitizeFileName', () => {
  test.each([
    ['clip.mp4', 'clip.mp4'],
    ['my clip (1).mp4', 'my_clip__1_.mp4'],
    ['Фильм-2.mp4', 'Фильм-2.mp4'],
    ['映画.mp4', '映画.mp4'],
    ['हिन्दी.mp4', 'हिन्दी.mp4'],
    ['cafe\u0301.mp4', 'café.mp4'],
    ['❤️.mp4', '__.mp4'],
    ['٣.mp4', '٣.mp4'],
    ['../../etc/passwd', '___.._etc_passwd'],
    ['..', '__'],
    ['.htaccess', '_htaccess'],
    ['...mp4', '___mp4'],
    ['C:\\x\\y.mp4', 'C__x_y.mp4'],
    ['a\0b.mp4', 'a_b.mp4'],
    ['con', '_con'],
    ['CON.mp4', '_CON.mp4'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['COM1.mp4', '_COM1.mp4'],
    ['LPT9', '_LPT9'],
    ['console.mp4', 'console.mp4'],
    ['a.', 'a_'],
    ['a..mp4', 'a..mp4'],
    ['', '_'],
    ['\ud800.mp4', '_.mp4'],
    ['%2e%2e%2f.mp4', '_2e_2e_2f.mp4'],
  ])('%j becomes %j', (name, safe) => {
    expect(sanitizeFileName(name)).toBe(safe);
  });

  test('keeps the extension of a long name, and whole characters', () => {
    const safe = sanitizeFileName(`${'ж'.repeat(300)}.mp4`);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES);
    expect(safe).toMatch(/^ж+\.mp4$/);
  });

  test('returns a safe and stable name for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = sanitizeFileName(name);
        expect(safe).toMatch(/^[\p{L}\p{M}\p{Nd}._-]+$/u);
        expect(safe).not.toMatch(/^\.|\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES);
        expect(sanitizeFileName(safe)).toBe(safe);
      }),
      { numRuns: 2000 },
    );
  });
});

test('numbers names before the extension, within the limit', () => {
  expect(numberedName('clip.mp4', 1)).toBe('clip.mp4');
  expect(numberedName('clip.mp4', 2)).toBe('clip-2.mp4');
  expect(numberedName('archive', 3)).toBe('archive-3');
  const long = sanitizeFileName(`${'x'.repeat(300)}.mp4`);
  expect(Buffer.byteLength(numberedName(long, 12))).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES);
  expect(numberedName(long, 12)).toMatch(/-12\.mp4$/);
});
