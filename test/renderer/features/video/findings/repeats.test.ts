import { describe, expect, test } from 'vitest';
import { groupRepeats } from '../../../../../src/renderer/features/video/findings/repeats.ts';
import { segment } from '../segment.ts';

const NONE: ReadonlySet<string> = new Set();

describe('repeated findings', () => {
  const first = segment(0, 2, 'person ×7');
  const second = segment(4, 6, 'person');
  const shot = segment(5, 9, 'Shot 2', 'scenes');
  const third = segment(8, 12, 'person ×2');
  const all = [first, second, shot, third];

  test('of one subject are one row, from the first start to the last end', () => {
    const rows = groupRepeats(all, NONE);
    expect(rows).toMatchObject([
      { segment: { id: first.id, content: 'person', start_time: 0, end_time: 12 }, isGroup: true },
      { segment: { id: shot.id }, isGroup: false },
    ]);
    expect(rows[0]!.members).toEqual([first, second, third]);
  });

  test('are listed at their own times when expanded; the first one knows the others', () => {
    const rows = groupRepeats(all, new Set([first.id]));
    expect(rows.map((row) => row.segment)).toEqual(all);
    expect(rows.map((row) => row.members.length)).toEqual([3, 1, 1, 1]);
    expect(rows.every((row) => !row.isGroup)).toBe(true);
  });

  test('of objects are one row, whatever the pause', () => {
    expect(groupRepeats([segment(0, 1, 'dog'), segment(500, 501, 'dog ×2')], NONE)).toHaveLength(1);
  });

  test('of texts begin a new row after a pause, and after a minute', () => {
    expect(groupRepeats([segment(0, 1, 'EXIT', 'ocr'), segment(12, 13, 'EXIT', 'ocr')], NONE)).toHaveLength(2);
    const often = Array.from({ length: 30 }, (_, i) => segment(i * 4, i * 4 + 2, 'EXIT', 'ocr'));
    expect(groupRepeats(often, NONE).map((row) => row.members.length)).toEqual([15, 15]);
  });

  test('of other subjects, modules, and of speech stay apart', () => {
    const apart = [
      segment(0, 1, 'dog'),
      segment(0, 1, 'dog', 'ocr'),
      segment(1, 2, 'cat'),
      segment(2, 3, 'yes', 'transcription'),
      segment(3, 4, 'yes', 'transcription'),
    ];
    expect(groupRepeats(apart, NONE).map((row) => row.segment)).toEqual(apart);
  });
});
