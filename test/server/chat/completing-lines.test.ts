import { expect, test } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { completingLines } from '../../../src/server/chat/completing-lines.ts';
import { extractiveAnswer } from '../../../src/server/chat/extractive.ts';

const line = (content: string, i: number): Segment => ({
  id: String(i),
  module: 'transcription',
  content,
  start_time: i * 5,
  end_time: i * 5 + 5,
  data: null,
  engine: null,
});
const LINES = [
  'Was there a moment when you wanted to stop?',
  'Yes, near Vidin.',
  'Three dogs chased me, and I fell into a ditch.',
  'I had a deep cut.',
  'Ice.',
  'Everybody says ice.',
  'Ice damages the skin even further.',
  'Sure.',
  'Who else?',
].map(line);
const after = (i: number) => completingLines(LINES[i]!, LINES).map(({ id }) => Number(id));

test('lines of a few words are completed up to one of more words', () => {
  expect(after(1)).toEqual([2]);
  expect(after(4)).toEqual([5, 6]);
});

test('longer lines stand alone, and no question completes one', () => {
  expect(after(2)).toEqual([]);
  expect(after(7)).toEqual([]);
});

test('a line after a pause completes nothing', () => {
  const late = { ...LINES[2]!, start_time: 60, end_time: 65 };
  expect(completingLines(LINES[1]!, [LINES[1]!, late])).toEqual([]);
});

test('an answer quotes the completing lines with their times, and not once more below', () => {
  const [, short, long, other] = LINES;
  const evidence = { segments: [short!, long!, other!], isRanked: true, completing: [long!], nearest: [], query: '' };
  const answer = extractiveAnswer(evidence, { count: 9 }, 'en');
  expect(answer).toMatch(
    /^Yes, near Vidin\. \*\*\[00:05[^*]*\*\* Three dogs chased me, and I fell into a ditch\. \*\*\[00:10/,
  );
  expect(answer.match(/Three dogs/g)).toHaveLength(1);
  expect(answer).toContain('I had a deep cut.');
});
