import { describe, expect, test } from 'vitest';
import type { ModuleName } from '../../../../../src/contract/analysis/modules.ts';
import type { Segment } from '../../../../../src/contract/analysis/segment.ts';
import { mergeFindings } from '../../../../../src/renderer/features/video/findings/merge-findings.ts';

const found = (id: number, module: ModuleName, start = id): Segment => ({
  id: String(id),
  module,
  content: `${module} ${id}`,
  start_time: start,
  end_time: start + 1,
  data: null,
  engine: null,
});
const live = (segment: Segment, firstId: number) => ({ ...segment, job_id: 'job', first_id: String(firstId) });
const ids = (segments: readonly Segment[]) => segments.map(({ id }) => Number(id));

describe('mergeFindings', () => {
  test('keeps findings of the current run when the page was opened in the middle of it', () => {
    const known = [found(10, 'ocr'), found(11, 'ocr'), found(12, 'transcription')];
    expect(ids(mergeFindings(known, [live(found(13, 'ocr'), 10)]))).toEqual([10, 11, 12, 13]);
  });

  test("replaces a module's findings of an earlier run and keeps those of modules that have not run yet", () => {
    const known = [found(1, 'ocr'), found(2, 'transcription')];
    expect(ids(mergeFindings(known, [live(found(5, 'ocr'), 5)]))).toEqual([2, 5]);
  });

  test('replaces checkpoints with the final findings, also within one batch', () => {
    const known = [found(1, 'transcription')];
    const added = [live(found(2, 'transcription'), 1), live(found(3, 'transcription'), 3)];
    expect(ids(mergeFindings(known, added))).toEqual([3]);
  });

  test('takes the newer version of a finding and sorts by start time', () => {
    const changed = { ...found(1, 'ocr', 9), content: 'changed' };
    const merged = mergeFindings([found(1, 'ocr'), found(2, 'ocr')], [live(changed, 1)]);
    expect(ids(merged)).toEqual([2, 1]);
    expect(merged[1]!.content).toBe('changed');
  });
});
