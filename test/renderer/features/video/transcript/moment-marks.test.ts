import { expect, test } from 'vitest';
import type { Moment } from '../../../../../src/contract/search/moments.ts';
import { markedWords, momentAt } from '../../../../../src/renderer/features/video/transcript/moment-marks.ts';
import { buildTranscript } from '../../../../../src/renderer/features/video/transcript/transcript-model.ts';
import { segment } from '../segment.ts';

const moment = (title: string, start_time: number, end_time: number | null) =>
  ({ title, start_time, end_time, tags: [] }) as unknown as Moment;
const line = (start: number, words: readonly string[]) =>
  segment(start, start + words.length, words.join(' '), 'transcription', {
    words: words.map((text, i) => ({ text, start_time: start + i, end_time: start + i + 0.8 })),
  });
const transcript = buildTranscript([line(0, ['a', 'b', 'c']), line(60, ['d', 'e'])]);
const marked = (...moments: Moment[]) =>
  [...markedWords(transcript, moments)].map(([index, marks]) => [index, ...marks.map((one) => [one.first, one.last])]);

test('words of a moment are those whose middle it has, in each of its paragraphs', () => {
  expect(marked(moment('x', 0.5, 2.5))).toEqual([[0, [1, 2]]]);
  expect(marked(moment('x', 1.9, 61))).toEqual([
    [0, [2, 2]],
    [1, [3, 3]],
  ]);
  expect(marked(moment('pause', 10, 50), moment('instant', 1, null))).toEqual([]);
});

test('a selection belongs to the moment that it overlaps most, or to an instant in it', () => {
  const [a, b, instant] = [moment('a', 0, 3), moment('b', 2, 9), moment('i', 20, null)];
  expect(momentAt([a, b, instant], { start: 1, end: 3.5 })).toBe(a);
  expect(momentAt([a, b, instant], { start: 2.5, end: 6 })).toBe(b);
  expect(momentAt([a, b, instant], { start: 19, end: 21 })).toBe(instant);
  expect(momentAt([a, b, instant], { start: 9, end: 12 })).toBeUndefined();
});
