import { expect, test } from 'vitest';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { readTranscript } from '../../../src/core/transcript/paragraphs.ts';

const segment = (module: Segment['module'], start_time: number, end_time: number, content: string) =>
  ({ module, start_time, end_time, content }) as Segment;

test('a line that begins a little before the cut stands under the chapter that it is in', () => {
  const paragraphs = readTranscript([
    segment('chapters', 0, 120, 'Strike'),
    segment('transcription', 60, 64, 'They are on strike.'),
    segment('transcription', 64, 66, 'For four days.'),
    segment('transcription', 119.6, 122, 'A library was opened.'),
    segment('chapters', 120, 240, 'Library'),
    segment('transcription', 122, 125, 'It holds books.'),
  ]);
  expect(paragraphs.map(({ chapters, text }) => [chapters.map(({ content }) => content), text])).toEqual([
    [['Strike'], 'They are on strike. For four days.'],
    [['Library'], 'A library was opened. It holds books.'],
  ]);
});
