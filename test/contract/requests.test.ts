import { describe, expect, test } from 'vitest';
import { ModuleSelection, SelectedInsights } from '../../src/contract/analysis/processing.ts';
import { UploadUrlRequest } from '../../src/contract/library/storage.ts';
import { InstantText, Name } from '../../src/contract/text.ts';

describe('SelectedInsights', () => {
  test.each([
    ['["scenes"]', ['scenes']],
    [' [ "ocr", "scenes", "ocr" ] ', ['ocr', 'scenes']],
  ])('parses %s as %j', (text, modules) => {
    expect(SelectedInsights.parse(text)).toEqual(modules);
  });

  test.each([
    ['[]'],
    ['["nope"]'],
    ['{}'],
    ['"scenes"'],
    ['scenes'],
    ['[null]'],
    [''],
    ['[["scenes"]]'],
    ['["Scenes"]'],
  ])('rejects %s', (text) => {
    const { error } = SelectedInsights.safeParse(text);
    expect(error?.issues[0]?.message).toContain('transcription, scenes');
  });

  test('applies the same rules to the plain array', () => {
    expect(ModuleSelection.parse(['ocr', 'ocr'])).toEqual(['ocr']);
    expect(ModuleSelection.safeParse([]).success).toBe(false);
  });
});

describe('InstantText', () => {
  test.each([
    '2026-01-01',
    '2026-01-01T10:00',
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:00:00.123+02:00',
    '9999-12-31T23:59:59',
  ])('accepts %s', (text) => {
    expect(InstantText.safeParse(text).success).toBe(true);
  });
  test.each([
    '',
    'tomorrow',
    '2026',
    '2026-13-01',
    '2026-01-01T25:00:00',
    '9999-12-31T23:59:59-14:00',
    '0000-01-01',
    '1 Jan 2026',
    '123456789',
  ])('rejects %s', (text) => {
    expect(InstantText.safeParse(text).success).toBe(false);
  });
});

describe('UploadUrlRequest', () => {
  test.each(['video/mp4', 'VIDEO/MP4', 'application/octet-stream', 'video/mp4; codecs=avc1', 'audio/x-m4a'])(
    'accepts %s',
    (content_type) => {
      expect(UploadUrlRequest.safeParse({ file_name: 'a', content_type }).success).toBe(true);
    },
  );
  test.each(['', 'video', 'video/', '/mp4', 'video/mp4\r\nX: y', 'video mp4', '*/*', 'video/mp4;'])(
    'rejects %j',
    (content_type) => {
      expect(UploadUrlRequest.safeParse({ file_name: 'a', content_type }).success).toBe(false);
    },
  );
});

test.each([
  [' a ', 'a'],
  ['日本', '日本'],
])('parses the name %j as %j', (text, name) => {
  expect(Name.parse(text)).toBe(name);
});

test.each(['', '   ', 'a\nb', 'a\0', 'x'.repeat(201), '\u2028'])('rejects the name %j', (text) => {
  expect(Name.safeParse(text).success).toBe(false);
});
