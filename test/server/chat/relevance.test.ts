import { expect, test, vi } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import type { Passage } from '../../../src/server/chat/passages.ts';
import { rankByRelevance } from '../../../src/server/chat/relevance.ts';

const line = (start_time: number, content: string): Segment => ({
  id: `seg-${start_time}`,
  module: 'transcription',
  start_time,
  end_time: start_time + 5,
  content,
  data: null,
  engine: null,
});
const passage = (segment: Segment, score: number, coverage = 0): Passage => ({
  segment,
  score,
  coverage,
  similarity: 0,
});
const QUESTION = 'Which cheese is used?';
const HEAT = line(0, 'The broth must be hot, one ladle at a time.');
const PARMESAN = line(6, 'Off the stove, then plenty of parmesan.');
const TOUR = line(30, 'In March he opens a second restaurant.');
const SEGMENTS = [HEAT, PARMESAN, TOUR];

/** Rates passages by the words in them. */
const rateBy = (word: string) =>
  vi.fn(async (_: string, passages: readonly string[]) => passages.map((text) => (text.includes(word) ? 0.9 : 0.75)));

test('puts the passage that answers first, though another has more words of the question', async () => {
  const ranked = await rankByRelevance(
    QUESTION,
    [passage(TOUR, 0.8), passage(PARMESAN, 0.5)],
    SEGMENTS,
    rateBy('parmesan'),
  );
  expect(ranked?.map(({ segment }) => segment)).toEqual([PARMESAN, TOUR]);
});

test('keeps the order of passages that are equally relevant', async () => {
  const ranked = await rankByRelevance(QUESTION, [passage(HEAT, 0.8), passage(TOUR, 0.5)], SEGMENTS, rateBy('cheese'));
  expect(ranked?.map(({ segment }) => segment)).toEqual([HEAT, TOUR]);
});

test('counts the words of the question less, since the network reads them too', async () => {
  const ranked = await rankByRelevance(
    QUESTION,
    [passage(HEAT, 0.9, 0.5), passage(TOUR, 0.8)],
    SEGMENTS,
    rateBy('cheese'),
  );
  expect(ranked?.map(({ segment }) => segment)).toEqual([TOUR, HEAT]);
});

test('reads the line before, unless a pause separates it', async () => {
  const rate = rateBy('parmesan');
  await rankByRelevance(QUESTION, [passage(PARMESAN, 0.5), passage(TOUR, 0.4)], SEGMENTS, rate);
  expect(rate).toHaveBeenCalledWith(QUESTION, [
    PARMESAN.content,
    TOUR.content,
    `${HEAT.content} ${PARMESAN.content}`,
    TOUR.content,
  ]);
});

test('reads text on the screen alone', async () => {
  const shown: Segment = { ...line(7, '40 g parmesan'), module: 'ocr' };
  const rate = rateBy('parmesan');
  await rankByRelevance(QUESTION, [passage(shown, 0.5)], [...SEGMENTS, shown], rate);
  expect(rate).toHaveBeenCalledWith(QUESTION, [shown.content, shown.content]);
});

test('rates the best passages only', async () => {
  const many = Array.from({ length: 30 }, (_, i) => passage(line(i * 20, `Line ${i}.`), 1 - i / 100));
  const ranked = await rankByRelevance(QUESTION, many, [], rateBy('Line 29'));
  expect(ranked?.map(({ segment }) => segment.content)).toEqual(many.slice(0, 12).map((one) => one.segment.content));
});

test('leaves passages that the engine can’t read', async () => {
  expect(await rankByRelevance(QUESTION, [passage(HEAT, 1)], SEGMENTS, async () => null)).toBeNull();
});
