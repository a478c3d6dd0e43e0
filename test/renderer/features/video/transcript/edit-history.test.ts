import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../../src/contract/analysis/segment.ts';
import type { TranscriptEdit, TranscriptEditResult } from '../../../../../src/contract/analysis/transcript-edits.ts';
import {
  type EditHistory,
  type HistoryEdit,
  inverseOf,
  isSpeakerStep,
  moved,
  NO_HISTORY,
  recorded,
  recreatedIds,
} from '../../../../../src/renderer/features/video/transcript/edit-history.ts';
import { reverseOf } from '../../../../../src/renderer/features/video/transcript/speaker-changes.ts';

const line = (id: string, content: string): Segment => ({
  id,
  module: 'transcription',
  content,
  start_time: Number(id),
  end_time: Number(id) + 1,
  data: null,
  engine: 'e@1',
});
const result = (segments: Segment[], removed: string[] = [], restore_id?: string): TranscriptEditResult => ({
  segments,
  removed,
  ...(restore_id !== undefined && { restore_id }),
});

describe('inverseOf', () => {
  test.each<[string, TranscriptEdit, TranscriptEditResult, object]>([
    [
      'a text',
      { type: 'text', segment_id: '1', content: 'new' },
      result([line('1', 'new')]),
      { type: 'text', segment_id: '1', content: 'one two' },
    ],
    [
      'a split',
      { type: 'split', segment_id: '1', at: 4 },
      result([line('1', 'one'), line('9', 'two')]),
      { type: 'merge', segment_id: '1', next_id: '9' },
    ],
    [
      'a merge',
      { type: 'merge', segment_id: '1', next_id: '2' },
      result([line('1', 'one two three')], ['2']),
      { type: 'split', segment_id: '1', at: 8, recreates: '2' },
    ],
    [
      'a removal',
      { type: 'remove', segment_id: '2' },
      result([], ['2'], '7'),
      { type: 'restore', restore_id: '7', recreates: '2' },
    ],
    [
      'a restoration',
      { type: 'restore', restore_id: '7' },
      result([line('9', 'x')]),
      { type: 'remove', segment_id: '9' },
    ],
  ])('reverses %s', (_, edit, answer, inverse) => {
    expect(inverseOf([edit], [answer], [line('1', 'one two'), line('2', 'three')])).toEqual([inverse]);
  });

  test('reverses edits of one step in reverse order, each from the state before it', () => {
    const edits: TranscriptEdit[] = [
      { type: 'text', segment_id: '1', content: 'one 2' },
      { type: 'split', segment_id: '1', at: 4 },
      { type: 'text', segment_id: '9', content: 'two!' },
    ];
    const results = [
      result([line('1', 'one 2')]),
      result([line('1', 'one'), line('9', '2')]),
      result([line('9', 'two!')]),
    ];
    expect(inverseOf(edits, results, [line('1', 'one two')])).toEqual([
      { type: 'text', segment_id: '9', content: '2' },
      { type: 'merge', segment_id: '1', next_id: '9' },
      { type: 'text', segment_id: '1', content: 'one two' },
    ]);
  });
});

test('a line that is created again has its new id in all steps', () => {
  let history: EditHistory = recorded(NO_HISTORY, [{ type: 'text', segment_id: '2', content: 'before' }]);
  const undone: HistoryEdit[] = [{ type: 'split', segment_id: '1', at: 4, recreates: '2' }];
  history = recorded(history, undone);
  const results = [result([line('1', 'one'), line('30', 'two')])];
  const inverse = inverseOf(undone, results, [line('1', 'one two')]);
  history = moved(history, 'undo', inverse, recreatedIds(undone, results));
  expect(history.undo).toEqual([[{ type: 'text', segment_id: '30', content: 'before' }]]);
  expect(history.redo).toEqual([[{ type: 'merge', segment_id: '1', next_id: '30' }]]);
});

test('changes of speakers are reversed and stay between edits of lines', () => {
  const rename = { type: 'rename-speaker', speaker_id: 'S1', name: 'Anna', former: null } as const;
  const merge = { type: 'merge-speaker', speaker_id: 'S2', into: 'S1' } as const;
  expect(reverseOf(rename)).toEqual({ ...rename, name: null, former: 'Anna' });
  expect(reverseOf(merge)).toEqual({ ...merge, type: 'separate-speaker' });
  expect(reverseOf(reverseOf(merge))).toEqual(merge);
  let history = recorded(NO_HISTORY, [reverseOf(rename)]);
  history = recorded(history, [{ type: 'text', segment_id: '2', content: 'before' }]);
  expect(history.undo.map(isSpeakerStep)).toEqual([true, false]);
  history = moved(history, 'undo', [{ type: 'text', segment_id: '2', content: 'after' }], new Map([['2', '30']]));
  expect(history.undo).toEqual([[reverseOf(rename)]]);
  history = moved(history, 'undo', [rename], new Map());
  expect(history.redo.at(-1)).toEqual([rename]);
});

test('an edit discards what could be redone', () => {
  const history = { undo: [], redo: [[{ type: 'remove', segment_id: '1' }] as const] };
  expect(recorded(history, [{ type: 'remove', segment_id: '2' }]).redo).toEqual([]);
});
