import { expect, test } from 'vitest';
import { readAnswer, secondsOf } from '../../../../src/renderer/features/ask/answer-text.ts';

test('links cited times only', () => {
  expect(readAnswer('A **red** car at **[01:02]** and **[1:02:03]**.')).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'text', text: 'A ' },
          { kind: 'strong', text: 'red' },
          { kind: 'text', text: ' car at ' },
          { kind: 'time', text: '01:02', seconds: 62, label: null },
          { kind: 'text', text: ' and ' },
          { kind: 'time', text: '1:02:03', seconds: 3723, label: null },
          { kind: 'text', text: '.' },
        ],
      ],
    },
  ]);
});

test('reads the label of a video beside a time', () => {
  expect(readAnswer('**[V12 01:02]**, **[W1 01:02]**')[0]!.lines[0]).toEqual([
    { kind: 'time', text: '01:02', seconds: 62, label: 'V12' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: '[W1 01:02]' },
  ]);
});

test('renders all list styles as one list, and markup as text', () => {
  expect(readAnswer('Found:\n\n- a\n- <b>b</b>\n\n1. c')).toEqual([
    { kind: 'paragraph', lines: [[{ kind: 'text', text: 'Found:' }]] },
    { kind: 'list', lines: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: '<b>b</b>' }]] },
    { kind: 'list', lines: [[{ kind: 'text', text: 'c' }]] },
  ]);
});

test('renders unverified times as text', () => {
  expect(readAnswer('at 01:02')[0]!.lines).toEqual([[{ kind: 'text', text: 'at 01:02' }]]);
  expect(secondsOf('99:59')).toBe(5999);
});

test('marks the sentence that no finding supports', () => {
  expect(readAnswer('It rains. The Rovers won **[?]**. Nobody was hurt **[00:05]**.')[0]!.lines[0]).toEqual([
    { kind: 'text', text: 'It rains. ' },
    { kind: 'unsupported', text: 'The Rovers won' },
    { kind: 'text', text: '. Nobody was hurt ' },
    { kind: 'time', text: '00:05', seconds: 5, label: null },
    { kind: 'text', text: '.' },
  ]);
});
