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
          { kind: 'time', text: '01:02', seconds: 62 },
          { kind: 'text', text: ' and ' },
          { kind: 'time', text: '1:02:03', seconds: 3723 },
          { kind: 'text', text: '.' },
        ],
      ],
    },
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
