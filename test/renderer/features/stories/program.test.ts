import { describe, expect, test } from 'vitest';
import type { Moment } from '../../../../src/contract/search/moments.ts';
import type { StoryItem } from '../../../../src/contract/search/stories.ts';
import { lengthOf, partAt, programOf } from '../../../../src/renderer/features/stories/player/program.ts';

const moment = (
  id: string,
  start_time: number,
  end_time: number | null,
  deleted_at: string | null = null,
): StoryItem => ({
  id,
  kind: 'moment',
  text: '',
  moment: { id, job_id: 'video', start_time, end_time, deleted_at } as Moment,
});
const heading = (id: string, text: string): StoryItem => ({ id, kind: 'heading', moment: null, text });
const durationOf = () => 20;

describe('the program of a story', () => {
  const parts = programOf(
    [
      heading('a', 'Origins'),
      moment('b', 4, 7),
      { id: 'c', kind: 'note', moment: null, text: 'not played' },
      moment('d', 1, 2, '2026-01-01T00:00:00.000'),
      moment('e', 18, null),
    ],
    durationOf,
  );

  test('has headings and moments, without notes and what is in the trash', () => {
    expect(parts.map(({ id, kind, start, length }) => [id, kind, start, length])).toEqual([
      ['a', 'title', 0, 2.5],
      ['b', 'moment', 2.5, 3],
      ['e', 'moment', 5.5, 2],
    ]);
    expect(lengthOf(parts)).toBe(7.5);
    expect(lengthOf([])).toBe(0);
  });

  test('is found by time', () => {
    expect(partAt(parts, 0)).toEqual({ index: 0, offset: 0 });
    expect(partAt(parts, 2.5)).toEqual({ index: 1, offset: 0 });
    expect(partAt(parts, 6)).toEqual({ index: 2, offset: 0.5 });
    expect(partAt(parts, 100)).toEqual({ index: 2, offset: 2 });
    expect(partAt(parts, -1)).toEqual({ index: 0, offset: 0 });
  });
});
