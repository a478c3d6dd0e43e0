import { expect, test } from 'vitest';
import type { Segment } from '../../../../../src/contract/analysis/segment.ts';
import { readParagraphs } from '../../../../../src/core/transcript/paragraphs.ts';
import { buildTranscript } from '../../../../../src/renderer/features/video/transcript/transcript-model.ts';
import { estimatedHeight } from '../../../../../src/renderer/features/video/transcript/use-transcript-rows.ts';

const LINES = Array.from(
  { length: 40 },
  (_, i): Segment => ({
    id: `${i}`,
    module: 'transcription',
    content: i % 3 === 2 ? `the end of sentence ${i}.` : `six words are in line ${i}`,
    start_time: i * 2,
    end_time: i * 2 + 2,
    data: null,
    engine: 'e@1',
  }),
);

/** The line with another text, as a correction stores it. */
const corrected = (at: number, content: string) =>
  LINES.map((line, i) => (i === at ? { ...line, content, data: { original: line.content, corrected: true } } : line));

test('no estimated height equals a measured one, which would be forgotten', () => {
  for (const speaker of [undefined, 'Susan'])
    for (let width = 200; width < 900; width += 7)
      expect(estimatedHeight({ text: 'The harbor was built in 1842. '.repeat(5), speaker }, width) % 1).not.toBe(0);
});

test('paragraphs stay where they are when a line is corrected', () => {
  const starts = (lines: readonly Segment[]) => readParagraphs(lines).map(({ start }) => start);
  const shown = (lines: readonly Segment[]) => buildTranscript(lines).paragraphs.map(({ key }) => key);
  expect(starts(LINES).length).toBeGreaterThan(2);
  for (const [at, content] of [
    [3, 'a correction of many more words than the line had when it was found'],
    [11, 'no full stop any more'],
    [4, 'a full stop.'],
  ] as const) {
    expect(starts(corrected(at, content))).toEqual(starts(LINES));
    expect(shown(corrected(at, content))).toEqual(shown(LINES));
  }
});

test('a paragraph ends at a chapter, a speaker, and a long pause, wherever they are', () => {
  const chapter: Segment = { ...LINES[0]!, module: 'chapters', content: 'Second', start_time: 7.5, end_time: 80 };
  const lines = LINES.slice(0, 8).map((line, i) => ({
    ...line,
    ...(i >= 6 && { start_time: line.start_time + 2, end_time: line.end_time + 2 }),
    data: i === 0 ? { speaker: 'S1', speaker_id: 'S1' } : { speaker: 'S2', speaker_id: 'S2' },
  }));
  expect(readParagraphs(lines, [7.5]).map(({ start }) => start)).toEqual([0, 2, 8, 14]);
  expect(buildTranscript(lines, [chapter]).paragraphs.map(({ key }) => key)).toEqual(['0', '1', '4', '6']);
});
