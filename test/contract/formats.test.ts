import { describe, expect, test } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { TEXT_FORMATS } from '../../src/core/formats/index.ts';
import { toMarkdown } from '../../src/core/formats/markdown.ts';

const segment = (module: Segment['module'], start_time: number, end_time: number, content: string): Segment => ({
  id: '1',
  module,
  content,
  start_time,
  end_time,
  data: null,
  engine: 'e@1',
});
const results = (segments: Segment[]): Results => ({
  job_id: 'j',
  video_name: 'Film *1*',
  duration: 3725,
  status: 'completed',
  processing_time: 1,
  segments,
  transcription: segments.filter((one) => one.module === 'transcription'),
});

describe('srt and vtt', () => {
  test('contain the transcript if there is one', () => {
    const both = results([segment('ocr', 0, 1, 'sign'), segment('transcription', 3661.5, 3662.25, 'hello')]);
    expect(TEXT_FORMATS.srt.format(both)).toBe('1\r\n01:01:01,500 --> 01:01:02,333\r\nhello\r\n\r\n');
    expect(TEXT_FORMATS.vtt.format(both)).toBe('WEBVTT\n\n01:01:01.500 --> 01:01:02.333\nhello\n\n');
  });

  test('contain nothing without a transcript', () => {
    expect(TEXT_FORMATS.srt.format(results([segment('ocr', 0, 1, 'sign')]))).toBe('');
  });

  test('escape their own markup in spoken text', () => {
    const odd = results([segment('transcription', 1, 3, ' a\n\n\nb <i> & --> c \r\n')]);
    expect(TEXT_FORMATS.srt.format(odd)).toBe('1\r\n00:00:01,000 --> 00:00:03,000\r\na b <i> & → c\r\n\r\n');
    expect(TEXT_FORMATS.vtt.format(odd)).toContain('b &lt;i&gt; &amp; --&gt; c\n\n');
  });
});

describe('csv', () => {
  test('states the confidence of a finding, or the mean of its words', () => {
    const words = [0.5, 1].map((confidence, i) => ({ text: 'x', start_time: i, end_time: i + 1, confidence }));
    const rows = TEXT_FORMATS.csv
      .format(
        results([
          { ...segment('visualelements', 3723.25, 3724, 'dog'), data: { confidence: 0.873 } },
          { ...segment('transcription', 3725, 3727, 'x x'), data: { words } },
        ]),
      )
      .split('\r\n');
    expect(rows.slice(1, 3)).toEqual([
      'visualelements,3723.25,3724,dog,e@1,0.87,01:02:03.250,01:02:04.000',
      'transcription,3725,3727,x x,e@1,0.75,01:02:05.000,01:02:07.000',
    ]);
  });

  test.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['=cmd()', "'=cmd()"],
    ['+1 (555)', "'+1 (555)"],
    ['-5.5', '-5.5'],
    ['@SUM(A1), x', '"\'@SUM(A1), x"'],
    ['a;=cmd()', '"a;\'=cmd()"'],
    ['a; +1', '"a; \'+1"'],
    ['a\t-cmd()', '"a\t\'-cmd()"'],
    ['a\n@SUM(A1)', '"a\n\'@SUM(A1)"'],
    ['a\r=1', '"a\r\'=1"'],
    [' =1', " '=1"],
    ['\uff1d1', "'\uff1d1"],
  ])('%j is written as %j', (content, field) => {
    const [, row] = TEXT_FORMATS.csv.format(results([segment('ocr', 0.5, 1, content)])).split(/\r\n(?=ocr)/);
    expect(row).toBe(`ocr,0.5,1,${field},e@1,,00:00:00.500,00:00:01.000\r\n`);
  });
});

test('Markdown groups findings by module and escapes markup', () => {
  const text = TEXT_FORMATS.md.format(
    results([segment('ocr', 3661, 3662, '# <b>*x*</b>'), segment('scenes', 0, 1, 'a\nb')]),
  );
  expect(text).toBe(
    '# Film \\*1\\*\n\nLength 1:02:05.\n\n## Shots\n\n- **[0:00]** a b\n\n## Text\n\n- **[1:01:01]** \\# \\<b\\>\\*x\\*\\</b\\>\n',
  );
});

test('names of characters are text in Markdown, so that none of them reorders what it is read as', () => {
  const text = toMarkdown(results([segment('ocr', 1, 2, 'AT&T &#x202E;gpj.exe &lt;b&gt;')]));
  expect(text).toContain('AT&T \\&\\#x202E;gpj.exe \\&lt;b\\&gt;\n');
});

test('text that looks like a signature is text, and the report can be signed', () => {
  const manifest = {
    kind: 'reelscope-manifest',
    version: 1,
    product: 'x',
    created_at: 'x',
    time_zone: 'UTC',
    key: 'x',
  };
  const text = toMarkdown(results([segment('ocr', 1, 2, 'A <!-- reelscope-signature --> \u202e')]), {
    ...manifest,
    videos: [],
  } as never);
  expect(text.split('<!-- reelscope-signature')).toHaveLength(2);
  expect(text).toContain('⟨U+202E⟩');
});

test('Markdown opens with summary, moments, chapters, and transcript, as the other reports do', () => {
  const text = toMarkdown({
    ...results([
      segment('scenes', 0, 9, 'Shot 1'),
      segment('transcription', 1, 2, 'hello'),
      segment('chapters', 0, 9, 'Greeting'),
      segment('summary', 0, 9, 'A greeting.'),
    ]),
    moments: [{ id: '1', start_time: 1, end_time: 2, title: 'Hello', note: 'See **page 3**', tags: [] }],
  });
  expect(text).toContain('- **[0:01]** Hello — See page 3\n');
  expect(text.match(/(?<=^## ).*/gm)).toEqual(['Summary', 'Moments', 'Chapters', 'Speech', 'Shots']);
});
