import { expect, test } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { toCsv } from '../../src/core/formats/csv.ts';
import { toHtml } from '../../src/core/formats/html.ts';
import { toMarkdown } from '../../src/core/formats/markdown.ts';
import { toSrt, toVtt } from '../../src/core/formats/subtitles.ts';
import { toText } from '../../src/core/formats/transcript-text.ts';
import { talkTimes } from '../../src/core/transcript/talk-time.ts';
import { REPORT_WORDS } from '../fixtures/report-words.ts';

const line = (content: string, start: number, end: number, id?: string, name = id): Segment => ({
  id: String(start),
  module: 'transcription',
  engine: 'e@1',
  content,
  start_time: start,
  end_time: end,
  data: id === undefined ? {} : { speaker: name!, speaker_id: id },
});
const TALK = [
  line('Good morning, <everyone>.', 0, 3, 'S1', 'Anna Meier'),
  line('We begin.', 3.1, 4.1, 'S1', 'Anna Meier'),
  line('Hello, Anna.', 5, 6, 'S2'),
];
const results = (segments: Segment[]): Results =>
  ({ video_name: 'Talk', duration: 10, segments, transcription: segments }) as unknown as Results;

test('SubRip names each new speaker within the limits of a line', () => {
  const srt = toSrt(results(TALK));
  expect(srt.replace(/\r/g, '')).toContain('Anna Meier: Good morning, <everyone>.');
  expect(srt.match(/Anna Meier:/g)).toHaveLength(1);
  expect(srt).toContain('Speaker 2: Hello, Anna.');
  for (const text of srt.split('\r\n')) expect(text.length).toBeLessThanOrEqual(42);
});

test('SubRip names nobody if there is one speaker', () => {
  expect(toSrt(results(TALK.slice(0, 2)))).not.toContain('Meier');
  expect(toSrt(results([line('Hello.', 0, 1)]))).not.toContain(':\r');
});

test('WebVTT has voice tags', () => {
  const vtt = toVtt(results(TALK));
  expect(vtt).toContain('<v Anna Meier>Good morning, &lt;everyone&gt;.');
  expect(vtt).toContain('<v Speaker 2>Hello, Anna.');
});

test('CSV has a column for speakers only if there are some', () => {
  expect(toCsv(results(TALK)).split('\r\n')).toMatchObject([
    'module,start_time,end_time,content,engine,confidence,start_timecode,end_timecode,speaker',
    expect.stringMatching(/,Anna Meier$/),
    expect.stringMatching(/,Anna Meier$/),
    expect.stringMatching(/,S2$/),
    '',
  ]);
  expect(toCsv(results([line('Hello.', 0, 1)])).split('\r\n')[0]).not.toContain('speaker');
});

test('CSV for people capitalizes the types, moments included; CSV for programs has their ids', () => {
  const moments = [{ id: '1', title: 'Greeting', start_time: 0, end_time: 3, note: '', tags: [] }];
  const found = { ...results(TALK.slice(0, 1)), moments } as unknown as Results;
  const typesOf = (language?: 'en' | 'de') => {
    const rows = toCsv(found, language).trim().split('\r\n').slice(1);
    return rows.map((row) => row.split(',')[0]);
  };
  expect(typesOf('en')).toEqual(['Speech', 'Moment']);
  expect(typesOf('de')).toEqual(['Sprache', 'Moment']);
  expect(typesOf()).toEqual(['transcription', 'moment']);
});

test('plain text names the speaker of each paragraph', () => {
  expect(toText(results(TALK))).toBe(
    'Talk\n\n[0:00] Anna Meier: Good morning, <everyone>. We begin.\n\n[0:05] Speaker 2: Hello, Anna.\n',
  );
  expect(toText(results([]))).toBe('');
});

test('reports have talk times and the speaker of each line', () => {
  const markdown = toMarkdown(results(TALK));
  expect(markdown).toContain('## Speakers\n\n- Anna Meier: 4 s (80%)\n- Speaker 2: 1 s (20%)');
  expect(markdown).toContain('**[0:05]** Speaker 2: Hello, Anna.');
  const html = toHtml(results(TALK), {
    language: 'en',
    stills: new Map(),
    moduleName: () => 'Speech',
    words: REPORT_WORDS,
  });
  expect(html).toContain('<p dir="auto">Anna Meier 4 s (80%) · Speaker 2 1 s (20%)</p>');
  expect(html).toContain('<small>Anna Meier</small>');
});

test('talk times are of transcripts with speakers', () => {
  expect(talkTimes([line('Hello.', 0, 1)])).toEqual([]);
  expect(talkTimes(TALK)).toMatchObject([
    { id: 'S1', name: 'Anna Meier', share: expect.closeTo(0.8), start: 0 },
    { id: 'S2', name: 'S2', seconds: 1, start: 5 },
  ]);
});
