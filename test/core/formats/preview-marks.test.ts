import { expect, it } from 'vitest';
import type { Results } from '../../../src/contract/analysis/results.ts';
import { TEXT_FORMATS } from '../../../src/core/formats/index.ts';
import { withCloserMarks, withPreviewMarks } from '../../../src/core/formats/preview-marks.ts';

const segment = (id: string, preview: boolean) => ({
  id,
  module: 'ocr' as const,
  content: `text ${id}`,
  start_time: 0,
  end_time: 1,
  engine: null,
  data: preview ? { preview } : null,
});
const segments = [segment('1', true), segment('2', false)];
const results: Results = {
  job_id: 'job',
  video_name: 'clip',
  duration: 1,
  status: 'completed',
  processing_time: 1,
  preview: true,
  segments,
  ocr: segments,
};

it('marks preview findings in texts, and no others', () => {
  const marked = withPreviewMarks(results);
  expect(marked.segments.map(({ content }) => content)).toEqual(['[Preview] text 1', 'text 2']);
  expect(marked.ocr).toEqual(marked.segments);
  expect(TEXT_FORMATS.csv.format(marked)).toContain('[Preview] text 1');
  const { preview: _, ...full } = results;
  expect(withPreviewMarks(full)).toBe(full);
});

it('marks findings of closer looks in reports', () => {
  const looked = { id: 'look', engine: 'reader@4' };
  const found = { ...segments[1]!, data: { closer_look: looked } };
  const marked = withCloserMarks({ ...results, segments: [found, segments[1]!], ocr: [found] });
  expect(marked.segments.map(({ content }) => content.startsWith('[Closer look] '))).toEqual([true, false]);
  expect(marked.ocr![0]!.content).toMatch(/^\[Closer look\] /);
  expect(withCloserMarks(results)).toBe(results);
});
