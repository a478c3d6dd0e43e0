import { describe, expect, test } from 'vitest';
import type { Results } from '../../src/contract/analysis/results.ts';
import type { Segment } from '../../src/contract/analysis/segment.ts';
import { partOf } from '../../src/core/formats/part.ts';
import { toSrt } from '../../src/core/formats/subtitles.ts';

const segment = (start_time: number, end_time: number, more: Partial<Segment> = {}): Segment => ({
  id: '1',
  module: 'transcription',
  content: 'a b',
  start_time,
  end_time,
  data: null,
  engine: 'e@1',
  ...more,
});
const word = (start_time: number) => ({ text: 'w', start_time, end_time: start_time + 1 });
const results: Results = {
  job_id: 'j',
  video_name: 'F.mp4',
  duration: 60,
  status: 'completed',
  processing_time: 1,
  segments: [
    segment(0, 10),
    segment(10, 20, {
      data: { words: [word(10), word(15)], boxes: [{ x: 0, y: 0, width: 1, height: 1, time: 16 }], still_time: 16.5 },
    }),
    segment(14, 14, { module: 'scenes' }),
    segment(30, 40, { module: 'ocr' }),
  ],
};

describe('part of the results', () => {
  test('contains the findings of a range, cut to it', () => {
    const part = partOf(results, { range: { start: 14, end: 30 } });
    expect(part.segments.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
      [14, 20],
      [14, 14],
    ]);
    expect(part.segments[0]!.data!.words).toEqual([word(15)]);
    expect([part.transcription?.length, part.scenes?.length, part.ocr, part.duration]).toEqual([1, 1, undefined, 60]);
  });

  test('shifts all times to start at 0', () => {
    const part = partOf(results, { range: { start: 14, end: 30 }, fromZero: true, modules: ['transcription'] });
    expect(part).toMatchObject({ duration: 16, segments: [{ start_time: 0, end_time: 6 }] });
    expect(part.segments[0]!.data).toMatchObject({ words: [word(1)], boxes: [{ time: 2 }], still_time: 2.5 });
    expect(toSrt(part)).toContain('00:00:00,000 --> 00:00:02,000');
  });

  test('has texts of a ticker at the times at which the range shows them', () => {
    const times = [20, 40, 55].map((start_time) => ({ start_time, end_time: start_time + 6 }));
    const shown = { boxes: [{ x: 0, y: 0.9, width: 1, height: 0.1, time: 4 }], still_time: 4 };
    const ticker = segment(2, 8, { module: 'ocr', data: { ...shown, repetitions: times } });
    const partFrom = (start: number, end: number) =>
      partOf({ ...results, segments: [ticker] }, { range: { start, end }, fromZero: true }).segments;
    expect(partFrom(30, 60)).toMatchObject([{ start_time: 10, end_time: 16 }]);
    expect(partFrom(30, 60)[0]!.data).toEqual({ repetitions: [{ start_time: 25, end_time: 30 }] });
    expect(partFrom(4, 10)).toMatchObject([{ start_time: 0, end_time: 4 }]);
    expect(partFrom(4, 10)[0]!.data).toEqual({ boxes: [{ ...shown.boxes[0], time: 0 }], still_time: 0 });
    expect(partFrom(10, 20)).toEqual([]);
  });

  test('contains everything without a range', () => {
    expect(partOf(results, {}).segments).toEqual(results.segments);
    expect(partOf(results, { modules: ['ocr'] }).segments).toEqual([results.segments[3]]);
  });
});
