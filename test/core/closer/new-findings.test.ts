import { expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { newFindings } from '../../../src/core/closer/new-findings.ts';

const draft = (content: string, start = 1, end = 2, data: SegmentDraft['data'] = null): SegmentDraft => ({
  content,
  start_time: start,
  end_time: end,
  data,
});
const texts = (found: readonly SegmentDraft[]) => found.map(({ content }) => content);

test('text that is known, or part of known text, is not new; other text at the time is', () => {
  const known = [draft('EXIT 14 NORTH', 0, 3)];
  const found = [draft('EX1T 14 NORTH'), draft('14 north'), draft('Room B 117'), draft('EXIT 14 NORTH', 9, 10)];
  expect(texts(newFindings('ocr', found, known))).toEqual(['Room B 117', 'EXIT 14 NORTH']);
});

test('what several views show is one finding, with the best reading', () => {
  const found = [draft('Inv0ice 47l1', 1, 2, { confidence: 0.7 }), draft('Invoice 4711', 1.2, 2, { confidence: 0.9 })];
  expect(texts(newFindings('ocr', found, []))).toEqual(['Invoice 4711']);
});

test('objects are compared by their labels', () => {
  const known = [draft('3 × person', 0, 5, { label: 'person' })];
  const found = [draft('person', 1, 2, { label: 'person' }), draft('dog', 1, 2, { label: 'dog' })];
  expect(texts(newFindings('visualelements', found, known))).toEqual(['dog']);
});

test('a line of speech is new where no line of its track covers it', () => {
  const known = [draft('The committee met on Tuesday.', 0, 3)];
  const found = [
    draft('The committee met Tuesday', 0.2, 2.8),
    draft('something else', 1, 2),
    draft('a commentary', 1, 2, { audio_track: 2 }),
    draft('whispered later', 4, 5),
  ];
  expect(texts(newFindings('transcription', found, known))).toEqual(['a commentary', 'whispered later']);
});
